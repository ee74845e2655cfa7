import { shown } from '#kit/web.tsx';

export const sharing = shown({
  name: 'sharing',
  digestActions: async () => (await import('./web/Sharing.tsx')).ShareDigest,
  shelfTools: async () => (await import('./web/Sharing.tsx')).ShareTag,
  frame: async () => (await import('./web/SharedFrame.tsx')).frame,
});
