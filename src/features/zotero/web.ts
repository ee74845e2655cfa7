import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const zotero = shown({
  name: 'zotero',
  connections: lazy(async () => ({ default: (await import('./web/Zotero.tsx')).ZoteroLine })),
});
