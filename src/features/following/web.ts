import { shown } from '#kit/web.tsx';

export const following = shown({
  name: 'following',
  followed: async () => (await import('./web/FollowOther.tsx')).TopicPerson,
  followWays: async () => (await import('./web/FollowOther.tsx')).FollowOther,
});
