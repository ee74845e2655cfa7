import { shown } from '#kit/web.tsx';

export const messages = shown({
  name: 'messages',
  connections: async () => (await import('./web/WhereItGoes.tsx')).ChannelsLine,
});
