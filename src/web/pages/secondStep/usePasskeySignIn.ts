import { useMutation } from '@tanstack/react-query';
import type { Me } from '#shared/accounts/me.ts';
import { signInStepApi } from '#shared/accounts/secondStep.ts';
import { call } from '#web/api/api.ts';
import { signWithPasskey } from '#web/proof/passkey.ts';

/** Signs in by passkey, alone or after the password. */
export const usePasskeySignIn = (onSignedIn: (user: Me) => void) =>
  useMutation<{ user: Me }, Error, void>({
    mutationFn: async () => {
      const options = await call(signInStepApi.beginPasskey);
      return call(signInStepApi.withPasskey, { body: { response: await signWithPasskey(options) } });
    },
    onSuccess: ({ user }) => onSignedIn(user),
  });
