import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const feeds = shown({
  name: 'feeds',
  connections: lazy(async () => ({ default: (await import('./web/Feeds.tsx')).FeedsLine })),
});
