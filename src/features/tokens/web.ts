import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const tokens = shown({
  name: 'tokens',
  dataAccess: lazy(async () => ({ default: (await import('./web/ApiTokens.tsx')).ApiTokens })),
});
