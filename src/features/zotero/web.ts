import { shown } from '#kit/web.tsx';

export const zotero = shown({
  name: 'zotero',
  connections: async () => (await import('./web/Zotero.tsx')).ZoteroLine,
});
