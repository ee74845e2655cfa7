import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const messages = shown({
  name: 'messages',
  connections: lazy(async () => ({ default: (await import('./web/WhereItGoes.tsx')).ChannelsLine })),
});
