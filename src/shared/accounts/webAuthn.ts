import { z } from 'zod';

/**
 * The JSON that server and browser exchange about passkeys (https://www.w3.org/TR/webauthn-3/). Has only the fields
 * that we use; others are dropped.
 */

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

const response = {
  id: bytes(1400),
  rawId: bytes(1400),
  type: z.literal('public-key'),
};

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
