import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const imports = shown({
  name: 'imports',
  shelfImports: lazy(async () => ({ default: (await import('./web/ImportDialog.tsx')).ImportButton })),
});
