import { shown } from '#kit/web.tsx';

export const signOn = shown({
  name: 'signOn',
  signInElsewhere: async () => (await import('./web/SignOn.tsx')).SignInElsewhere,
  signInSettings: async () => (await import('./web/ConnectLine.tsx')).ConnectLine,
});
