import { isIP } from 'node:net';
import type { Config } from '#platform/runtime/config.ts';
import { AppError } from '#shared/contract/errors.ts';
import {
  type AuthenticationResponse,
  authenticationOptions,
  type RegistrationResponse,
  registrationOptions,
} from '../contract.ts';
import type { passkeys } from '../tables.ts';

/** EdDSA, ES256 and RS256, which the devices in use support. */
const algorithms = [-8, -7, -257];
/** Milliseconds that a browser waits for its reader. */
const timeout = 120_000;

/** Loaded on the first use of a passkey. Most processes never need it. */
const library = () => import('@simplewebauthn/server');

type Settings = Pick<Config, 'baseUrl' | 'passwords'>;

/**
 * The site for passkeys. Browsers reject passkeys at bare IP addresses and, away from this computer, without https. With
 * single sign-on only, there are none, because a passkey must not outlive the organization's account.
 */
function siteOf({ baseUrl, passwords }: Settings): { rpId: string; origin: string } | null {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replace(/^\[|\]$/g, '')) !== 0;
  return !passwords || isAddress || (protocol !== 'https:' && !isLocal) ? null : { rpId: hostname, origin };
}

/** Whether passkeys work on this server. */
export const passkeysWork = (config: Settings): boolean => siteOf(config) !== null;

/** @throws AppError `unavailable` if browsers allow no passkeys for the site */
function requireSite(config: Settings): { rpId: string; origin: string } {
  const site = siteOf(config);
  if (site) return site;
  const cannot = 'This server cannot use passkeys: they need its own sign-in and an https address.';
  throw new AppError('unavailable', cannot);
}

type Row = typeof passkeys.$inferSelect;
type Known = Pick<Row, 'credentialId' | 'transports'>;

const described = ({ credentialId, transports }: Known) => ({
  id: credentialId,
  ...(transports.length ? { transports } : {}),
});

/** The options for a browser to make a passkey that the account does not have yet. */
export async function registrationOptionsFor(
  config: Settings,
  { id, email }: { id: string; email: string },
  known: Known[],
) {
  const { rpId } = requireSite(config);
  const { generateRegistrationOptions } = await library();
  const options = await generateRegistrationOptions({
    rpName: 'Litwatch',
    rpID: rpId,
    userID: handleOf(id),
    userName: email,
    userDisplayName: email,
    timeout,
    attestationType: 'none',
    excludeCredentials: known.map(described),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  });
  return registrationOptions.parse(options);
}

/** The options for a browser to sign with one of these passkeys; without any, with one that the reader chooses. */
export async function authenticationOptionsFor(config: Settings, known: Known[]) {
  const { rpId } = requireSite(config);
  const { generateAuthenticationOptions } = await library();
  const allowCredentials = known.map(described);
  const asked = { rpID: rpId, timeout, userVerification: 'required', allowCredentials } as const;
  const options = await generateAuthenticationOptions(asked);
  return authenticationOptions.parse(options);
}

/**
 * The new passkey in a browser's response.
 * @throws AppError `invalid` for a response that is not valid
 */
export async function verifyRegistration(
  config: Settings,
  response: RegistrationResponse,
  challenge: string,
) {
  const expected = expectedOf(config, challenge);
  const { verifyRegistrationResponse } = await library();
  return accepted(async () => {
    await refuseCertificates(response);
    const { registrationInfo } = await verifyRegistrationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      ...expected,
      supportedAlgorithmIDs: algorithms,
    });
    return registrationInfo?.credential ?? null;
  });
}

/**
 * Rejects certificates of the device. We ask for none, so an honest browser sends none. A forged one could name an
 * address from which the library would fetch a revocation list.
 */
async function refuseCertificates({ response }: RegistrationResponse): Promise<void> {
  const { decodeAttestationObject, isoBase64URL } = await import('@simplewebauthn/server/helpers');
  const made = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject));
  const isOwn = made.get('fmt') === 'packed' && !made.get('attStmt').get('x5c');
  if (made.get('fmt') !== 'none' && !isOwn) throw new Error('a certificate of the device was not asked for');
}

/**
 * The passkey's new counter, after checking that it has signed the challenge for this site and that its device has
 * verified the person.
 * @throws AppError `invalid` for a response that is not valid, or of a copied passkey (its counter went back)
 */
export async function verifyAuthentication(
  config: Settings,
  response: AuthenticationResponse,
  { challenge, passkey }: { challenge: string; passkey: Row },
): Promise<number> {
  const expected = expectedOf(config, challenge);
  const { verifyAuthenticationResponse } = await library();
  return accepted(async () => {
    const { userHandle } = response.response;
    const { counter } = passkey;
    if (userHandle && userHandle !== Buffer.from(handleOf(passkey.userId)).toString('base64url'))
      throw new Error('the passkey is of another account');
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { ...response, clientExtensionResults: {} } as never,
      ...expected,
      credential: { id: passkey.credentialId, publicKey: new Uint8Array(passkey.publicKey), counter },
    });
    return verified ? authenticationInfo.newCounter : null;
  });
}

const expectedOf = (config: Settings, expectedChallenge: string) => {
  const { rpId: expectedRPID, origin: expectedOrigin } = requireSite(config);
  return { expectedChallenge, expectedOrigin, expectedRPID, requireUserVerification: true };
};

/** The library throws for every kind of wrong response. */
async function accepted<T>(verify: () => Promise<T | null>): Promise<T> {
  const verified = await verify().catch(() => null);
  if (verified === null) throw new AppError('invalid', 'This passkey was not accepted. Please try again.');
  return verified;
}

/** The challenge that a browser's response claims to be about; empty for one that cannot be parsed. */
export function challengeIn({ response }: { response: { clientDataJSON: string } }): string {
  try {
    const said: unknown = JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString('utf8'));
    const challenge = (said as { challenge?: unknown } | null)?.challenge;
    return typeof challenge === 'string' ? challenge : '';
  } catch {
    return '';
  }
}

/** The device's handle of the account: the 16 bytes of its id, which reveal nothing about the reader. */
const handleOf = (userId: string): Uint8Array<ArrayBuffer> =>
  new Uint8Array(Buffer.from(userId.replaceAll('-', ''), 'hex'));
