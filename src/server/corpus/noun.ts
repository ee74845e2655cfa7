import { feature } from '#kit/feature.ts';
import { releaseHarvests } from './harvest/lease.ts';

export const corpus = feature({
  name: 'corpus',
  jobs: async () => (await import('./jobs.ts')).jobs,
  release: releaseHarvests,
});
