import { shown } from '#kit/web.tsx';

export const imports = shown({
  name: 'imports',
  missingPaper: async () => (await import('./web/KeepMissing.tsx')).KeepMissing,
  shelfImports: async () => (await import('./web/ImportDialog.tsx')).ImportButton,
});
