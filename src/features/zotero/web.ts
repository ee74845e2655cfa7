import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const zotero = shown({
  name: 'zotero',
  topicPlaces: lazy(async () => ({ default: (await import('./web/Zotero.tsx')).Zotero })),
});
