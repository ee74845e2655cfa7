import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const signOn = shown({
  name: 'signOn',
  signInElsewhere: lazy(async () => ({ default: (await import('./web/SignOn.tsx')).SignInElsewhere })),
  signInSettings: lazy(async () => ({ default: (await import('./web/SignOn.tsx')).ConnectLine })),
});
