import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const sharing = shown({
  name: 'sharing',
  digestActions: lazy(async () => ({ default: (await import('./web/Sharing.tsx')).ShareDigest })),
  shelfTools: lazy(async () => ({ default: (await import('./web/Sharing.tsx')).ShareTag })),
  frame: async () => (await import('./web/SharedFrame.tsx')).frame,
});
