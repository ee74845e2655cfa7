import type { Jobs } from '#kit/feature.ts';
import { purgeDeletedTopics } from './edit.ts';
import { resumeOnTheirDay } from './pause.ts';
import { reschedule, resumePausedByPlan } from './settings.ts';

export const jobs: Jobs = {
  work: { reschedule: (app, { userId }) => reschedule(app, { userId }) },
  sweep: async (app) => {
    const resumed = await resumeOnTheirDay(app);
    if (resumed) app.log.info({ resumed }, 'paused topics resumed on their day');
  },
  tidy: purgeDeletedTopics,
  onStart: async (app) => {
    if (!app.config.edition.billing) await resumePausedByPlan(app);
  },
};
