import { lazy } from 'react';
import { shown } from '#kit/web.tsx';
import { proposalPages } from './pages.ts';

export const proposals = shown({
  name: 'proposals',
  pages: proposalPages,
  screens: {
    '/follow/papers': lazy(async () => ({ default: (await import('./web/PapersPage.tsx')).PapersPage })),
  },
  followFrom: lazy(async () => ({ default: (await import('./web/PapersPage.tsx')).PasteReferences })),
  topicWays: lazy(async () => ({ default: (await import('./web/ways.tsx')).StartFromPapers })),
  selectionActions: lazy(async () => ({ default: (await import('./web/ways.tsx')).FollowLike })),
});
