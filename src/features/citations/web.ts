import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const citations = shown({
  name: 'citations',
  digestFiles: lazy(async () => ({ default: (await import('./web/ReferenceLinks.tsx')).DigestFiles })),
  paperFiles: lazy(async () => ({ default: (await import('./web/ReferenceLinks.tsx')).PaperFiles })),
  shelfFiles: lazy(async () => ({ default: (await import('./web/ExportLinks.tsx')).ExportLinks })),
});
