import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const tokens = shown({
  name: 'tokens',
  connections: lazy(async () => ({ default: (await import('./web/ApiTokens.tsx')).TokensLine })),
});
