import { shown } from '#kit/web.tsx';

export const journals = shown({
  name: 'journals',
  followWays: async () => (await import('./web/FollowJournal.tsx')).FollowJournal,
  followed: async () => (await import('./web/FollowJournal.tsx')).TopicJournals,
});
