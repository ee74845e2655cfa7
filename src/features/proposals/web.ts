import { shown } from '#kit/web.tsx';
import { proposalPages } from './pages.ts';

export const proposals = shown({
  name: 'proposals',
  pages: proposalPages,
  screens: { '/follow/papers': async () => (await import('./web/PapersPage.tsx')).PapersPage },
  followFrom: async () => (await import('./web/PapersPage.tsx')).PasteReferences,
  topicWays: async () => (await import('./web/ways.tsx')).StartFromPapers,
  selectionActions: async () => (await import('./web/ways.tsx')).FollowLike,
});
