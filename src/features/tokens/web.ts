import { shown } from '#kit/web.tsx';

export const tokens = shown({
  name: 'tokens',
  connections: async () => (await import('./web/ApiTokens.tsx')).TokensLine,
});
