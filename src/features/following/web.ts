import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const following = shown({
  name: 'following',
  followed: lazy(async () => ({ default: (await import('./web/AskedPapers.tsx')).TopicPerson })),
  followWays: lazy(async () => ({ default: (await import('./web/FollowOther.tsx')).FollowOther })),
});
