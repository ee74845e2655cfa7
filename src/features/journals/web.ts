import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const journals = shown({
  name: 'journals',
  followWays: lazy(async () => ({ default: (await import('./web/FollowJournal.tsx')).FollowJournal })),
  followed: lazy(async () => ({ default: (await import('./web/FollowJournal.tsx')).TopicJournals })),
});
