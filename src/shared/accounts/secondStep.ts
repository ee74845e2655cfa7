import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { givenPassword, oneLine } from '../values/fields.ts';
import { me } from './me.ts';
import {
  authenticationOptions,
  authenticationResponse,
  registrationOptions,
  registrationResponse,
} from './webAuthn.ts';

/** Maximum number of passkeys per reader. */
export const passkeysAtMost = 20;

/** Recovery codes created at a time. */
export const recoveryCodeCount = 10;

/** A passkey, described so that its owner recognizes it; the key itself never leaves the reader's device. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: z.iso.datetime(),
  lastUsedAt: z.iso.datetime().nullable(),
});
export type Passkey = z.infer<typeof passkey>;

/** What protects sign-in in addition to the password. */
export const secondStep = z.object({
  /** Since when sign-in asks for codes of an app; null while it does not. */
  codesSince: z.iso.datetime().nullable(),
  passkeys: z.array(passkey),
  /** Number of unused recovery codes. */
  recoveryCodesLeft: z.number().int(),
});
export type SecondStep = z.infer<typeof secondStep>;

const passkeyName = oneLine.pipe(
  z.string().min(1, 'Please give the passkey a name.').max(60, 'A name can be up to 60 characters long.'),
);

/** Six digits from an app, or a recovery code. Spaces and dashes are ignored. */
const code = z.string().trim().min(1, 'Please enter the code').max(60, 'This code is not right.');

/** New recovery codes, only in this response; null while the earlier ones are valid. */
const newRecoveryCodes = z.array(z.string()).nullable();

const id = z.object({ id: z.string().max(64) });

export const secondStepApi = {
  read: endpoint({
    method: 'GET',
    path: '/api/account/second-step',
    access: 'session',
    summary: 'Codes, passkeys and recovery codes of the reader, without their secrets.',
    response: secondStep,
  }),
  beginCodes: endpoint({
    method: 'POST',
    path: '/api/account/codes',
    access: 'session',
    summary:
      'Begin to ask for codes of an app (TOTP) at sign-in: a secret for the app. It counts once a code of it is sent back.',
    response: z.object({
      /** The secret in Base32, to type into the app. */
      secret: z.string(),
      /** `otpauth://…`, to show as a QR code. */
      address: z.string(),
    }),
  }),
  confirmCodes: endpoint({
    method: 'POST',
    path: '/api/account/codes/confirm',
    access: 'session',
    summary: 'Turn codes on, with the first one of the app.',
    body: z.object({ code }),
    response: done.extend({ recoveryCodes: newRecoveryCodes }),
  }),
  removeCodes: endpoint({
    method: 'DELETE',
    path: '/api/account/codes',
    access: 'session',
    summary: 'Turn codes of an app off.',
    response: done,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/account/recovery-codes',
    access: 'session',
    summary: 'Make ten new recovery codes, shown in this response only; earlier ones stop working.',
    response: z.object({ recoveryCodes: z.array(z.string()) }),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys/begin',
    access: 'session',
    summary: 'Begin to add a passkey: options for the browser (WebAuthn).',
    response: registrationOptions,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/account/passkeys',
    access: 'session',
    summary: 'Add the passkey that the browser made.',
    body: z.object({ name: passkeyName, response: registrationResponse }),
    response: passkey.extend({ recoveryCodes: newRecoveryCodes }),
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/api/account/passkeys/:id',
    access: 'session',
    summary: 'Rename a passkey.',
    params: id,
    body: z.object({ name: passkeyName }),
    response: done,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/account/passkeys/:id',
    access: 'session',
    summary: 'Remove a passkey; it no longer signs in.',
    params: id,
    response: done,
  }),
} as const;

export const signInStepApi = {
  withCode: endpoint({
    method: 'POST',
    path: '/api/auth/second-step',
    access: 'anyone',
    summary:
      'Finish a sign-in with a code of the app, or a recovery code, within ten minutes of the password.',
    body: z.object({ code }),
    response: z.object({ user: me }),
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/begin',
    access: 'anyone',
    summary: 'Begin a sign-in by passkey, alone or after the password: options for the browser (WebAuthn).',
    response: authenticationOptions,
  }),
  withPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'anyone',
    summary: 'Finish a sign-in by passkey; sets the session cookie.',
    body: z.object({ response: authenticationResponse }),
    response: z.object({ user: me }),
  }),
} as const;

/** How a reader proves their identity again before a sensitive action. */
export const proofWays = ['password', 'code', 'passkey'] as const;
export type ProofWay = (typeof proofWays)[number];

export const proofApi = {
  prove: endpoint({
    method: 'POST',
    path: '/api/account/prove',
    access: 'session',
    summary:
      'Prove again who is there, by the password or a code; what matters may then be changed for 15 minutes.',
    body: z.object({ password: givenPassword.optional(), code: code.optional() }),
    response: done,
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/account/prove/passkey/begin',
    access: 'session',
    summary: 'Begin to prove by passkey who is there: options for the browser (WebAuthn).',
    response: authenticationOptions,
  }),
  withPasskey: endpoint({
    method: 'POST',
    path: '/api/account/prove/passkey',
    access: 'session',
    summary: 'Prove by passkey who is there.',
    body: z.object({ response: authenticationResponse }),
    response: done,
  }),
} as const;
