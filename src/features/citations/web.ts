import { shown } from '#kit/web.tsx';

export const citations = shown({
  name: 'citations',
  digestFiles: async () => (await import('./web/ReferenceLinks.tsx')).DigestFiles,
  paperFiles: async () => (await import('./web/ReferenceLinks.tsx')).PaperFiles,
  shelfFiles: async () => (await import('./web/ReferenceLinks.tsx')).ExportLinks,
});
