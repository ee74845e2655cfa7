import { browserSupportsWebAuthn, startAuthentication, startRegistration } from '@simplewebauthn/browser';
import type { z } from 'zod';
import { CallError, useSite } from '#web/api/api.ts';
import type {
  AuthenticationResponse,
  authenticationOptions,
  RegistrationResponse,
  registrationOptions,
} from '../contract.ts';

/** Whether this server has passkeys. Browsers allow them only at https addresses. */
export const usePasskeysWork = (): boolean => useSite()?.features.passkeys === true;

/** Whether this browser supports passkeys. */
export const knowsPasskeys = browserSupportsWebAuthn;

/** Lets the reader's device sign. @throws CallError with a sentence when the reader or the device declines */
export const signWithPasskey = (
  options: z.infer<typeof authenticationOptions>,
): Promise<AuthenticationResponse> =>
  asked(() =>
    startAuthentication({ optionsJSON: options as Parameters<typeof startAuthentication>[0]['optionsJSON'] }),
  );

/** Lets the reader's device make a passkey. @throws CallError with a sentence when the reader or the device declines */
export const makePasskey = (options: z.infer<typeof registrationOptions>): Promise<RegistrationResponse> =>
  asked(() =>
    startRegistration({ optionsJSON: options as Parameters<typeof startRegistration>[0]['optionsJSON'] }),
  );

async function asked<T>(ask: () => Promise<T>): Promise<T> {
  try {
    return await ask();
  } catch (error) {
    const isKnown = error instanceof Error && error.name === 'InvalidStateError';
    throw new CallError(
      400,
      isKnown
        ? 'This device has a passkey for your account already.'
        : 'No passkey was used: the request was canceled, or took too long.',
    );
  }
}
