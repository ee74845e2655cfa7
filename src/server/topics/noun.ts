import { feature } from '#kit/feature.ts';
import { moveVerdicts } from './feedback/judgements.ts';
import { topicRoutes } from './routes.ts';

export const topics = feature({
  name: 'topics',
  routes: topicRoutes,
  jobs: async () => (await import('./jobs.ts')).jobs,
  onPapersMerged: moveVerdicts,
});
