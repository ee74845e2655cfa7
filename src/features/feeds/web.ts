import { shown } from '#kit/web.tsx';

export const feeds = shown({
  name: 'feeds',
  connections: async () => (await import('./web/Feeds.tsx')).FeedsLine,
});
