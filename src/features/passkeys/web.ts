import { lazy } from 'react';
import { shown } from '#kit/web.tsx';

export const passkeys = shown({
  name: 'passkeys',
  signInWays: lazy(async () => ({ default: (await import('./web/PasskeySignIn.tsx')).PasskeySignIn })),
  signInSettings: lazy(async () => ({ default: (await import('./web/Passkeys.tsx')).Passkeys })),
  proofWays: lazy(async () => ({ default: (await import('./web/PasskeySignIn.tsx')).PasskeyProof })),
});
