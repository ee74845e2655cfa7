import { z } from 'zod';
import { me } from '#shared/accounts/me.ts';
import { endpoint } from '#shared/contract/endpoint.ts';
import { moment, oneLine } from '#shared/values/fields.ts';

/** Maximum number of passkeys per reader. */
export const passkeysAtMost = 20;

/** A passkey, described so that its owner recognizes it; the key itself never leaves the reader's device. */
export const passkey = z.object({
  id: z.uuid(),
  name: z.string(),
  createdAt: moment,
  lastUsedAt: moment.nullable(),
});
export type Passkey = z.infer<typeof passkey>;

// The JSON that server and browser exchange about passkeys (https://www.w3.org/TR/webauthn-3/): only the fields that we
// use; others are dropped.

const bytes = (atMost: number) =>
  z
    .string()
    .max(atMost)
    .regex(/^[\w-]*$/);

const credential = z.object({
  id: bytes(1400),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
});

export const registrationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  excludeCredentials: z.array(credential),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
});

export const authenticationOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  /** If empty, the browser offers every passkey it has for this site. */
  allowCredentials: z.array(credential),
});

const response = { id: bytes(1400), rawId: bytes(1400), type: z.literal('public-key') };

export const registrationResponse = z.object({
  ...response,
  response: z.object({
    clientDataJSON: bytes(8000),
    attestationObject: bytes(20_000),
    transports: z.array(z.string().max(30)).max(10).optional(),
  }),
});
export type RegistrationResponse = z.infer<typeof registrationResponse>;

export const authenticationResponse = z.object({
  ...response,
  response: z.object({
    clientDataJSON: bytes(8000),
    authenticatorData: bytes(8000),
    signature: bytes(20_000),
    userHandle: bytes(200).nullish(),
  }),
});
export type AuthenticationResponse = z.infer<typeof authenticationResponse>;

const passkeyName = oneLine.pipe(
  z.string().min(1, 'Please give the passkey a name.').max(60, 'A name can be up to 60 characters long.'),
);

export const passkeyApi = {
  list: endpoint('GET /api/account/passkeys', 'session', {
    summary: 'The passkeys of the reader, oldest first, without their keys.',
    response: z.array(passkey),
  }),
  begin: endpoint('POST /api/account/passkeys/begin', 'session', {
    summary: 'Begin to add a passkey: options for the browser (WebAuthn).',
    response: registrationOptions,
  }),
  add: endpoint('POST /api/account/passkeys', 'session', {
    summary: 'Add the passkey that the browser made.',
    body: z.object({ name: passkeyName, response: registrationResponse }),
    response: passkey,
  }),
  rename: endpoint('PATCH /api/account/passkeys/:id', 'session', {
    summary: 'Rename a passkey.',
    body: z.object({ name: passkeyName }),
  }),
  remove: endpoint('DELETE /api/account/passkeys/:id', 'session', {
    summary: 'Remove a passkey; it no longer signs in.',
  }),
  beginSignIn: endpoint('POST /api/auth/passkey/begin', 'anyone', {
    summary: 'Begin a sign-in by passkey, without a password: options for the browser (WebAuthn).',
    response: authenticationOptions,
  }),
  signIn: endpoint('POST /api/auth/passkey', 'anyone', {
    summary: 'Finish a sign-in by passkey; sets the session cookie.',
    body: z.object({ response: authenticationResponse }),
    response: z.object({ user: me }),
  }),
  beginProof: endpoint('POST /api/account/prove/passkey/begin', 'session', {
    summary: 'Begin to prove by passkey who is there: options for the browser (WebAuthn).',
    response: authenticationOptions,
  }),
  prove: endpoint('POST /api/account/prove/passkey', 'session', {
    summary: 'Prove by passkey who is there.',
    body: z.object({ response: authenticationResponse }),
  }),
} as const;
