import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const imports = shown({
  name: 'imports',
  missingPaper: lazy(async () => ({ default: (await import('./web/KeepMissing.tsx')).KeepMissing })),
  shelfImports: lazy(async () => ({ default: (await import('./web/ImportDialog.tsx')).ImportButton })),
});
