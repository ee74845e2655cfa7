import { shown } from '#kit/web.tsx';

export const passkeys = shown({
  name: 'passkeys',
  signInWays: async () => (await import('./web/PasskeySignIn.tsx')).PasskeySignIn,
  signInSettings: async () => (await import('./web/Passkeys.tsx')).Passkeys,
  proofWays: async () => (await import('./web/PasskeySignIn.tsx')).PasskeyProof,
});
