import { lazy } from 'react';
import { shown } from '#kit/web.tsx';
import { proposalPages } from './pages.ts';

export const proposals = shown({
  name: 'proposals',
  pages: proposalPages,
  screens: { '/follow': lazy(async () => ({ default: (await import('./web/FollowPage.tsx')).FollowPage })) },
  topicWays: lazy(async () => ({ default: (await import('./web/ways.tsx')).StartFromPapers })),
  topicField: lazy(async () => ({ default: (await import('./web/ways.tsx')).FollowField })),
  selectionActions: lazy(async () => ({ default: (await import('./web/ways.tsx')).FollowLike })),
});
