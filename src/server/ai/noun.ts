import { feature } from '#kit/feature.ts';

export const ai = feature({
  name: 'ai',
  jobs: async () => ({ tidy: (await import('./answerCache.ts')).removeOldAnswers }),
});
