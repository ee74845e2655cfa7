import { isIP } from 'node:net';
import { and, asc, eq, gt, lt } from 'drizzle-orm';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { originOf, recordActivity, tellOfChange } from '#accounts/credentials/activity.ts';
import { recordProof, requireProof } from '#accounts/credentials/proof.ts';
import { openSession, readerFrom, rememberDevice } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { requireRoom } from '#platform/db/room.ts';
import { sessions, users } from '#platform/db/schema.ts';
import { cookieNameOf, cookieRules } from '#platform/http/cookies.ts';
import { type Call, type Route, type SignedInCall, serve, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limit, rateLimit } from '#platform/rateLimits.ts';
import type { Config } from '#platform/runtime/config.ts';
import { AppError } from '#shared/contract/errors.ts';
import { minuteMs, timeAfter } from '#shared/values/time.ts';
import {
  type AuthenticationResponse,
  authenticationOptions,
  passkeyApi,
  passkeysAtMost,
  type RegistrationResponse,
  registrationOptions,
} from '../contract.ts';
import { passkeyChallenges, passkeys } from '../tables.ts';

/** Sign-ins and proofs; the account of a sign-in is unknown until it is complete. */
const perNetwork = rateLimit('passkey', { network: [[300, 15 * 60]] });

/** How long a browser may take to sign with a passkey. */
const challengeMs = 5 * minuteMs;

export const routes: Route<App>[] = [
  serveReader(passkeyApi.list, (app, { reader }) => passkeysOf(app, reader.id)),
  serveReader(passkeyApi.begin, async (app, { reader }) => {
    await requireProof(app, reader);
    if (!(await app.db.$count(sessions, eq(sessions.id, reader.sessionId))))
      throw new AppError('forbidden', 'Passkeys are for people who sign in with this server’s own sign-in.');
    const options = await registrationOptionsFor(app.config, reader, await passkeysOf(app, reader.id));
    await expectAnswer(app, { purpose: 'register', holder: reader.sessionId, challenge: options.challenge });
    return options;
  }),
  serveReader(passkeyApi.add, (app, call) => addPasskey(app, call)),
  serveReader(passkeyApi.rename, async ({ db }, { params, body: { name }, reader }) => {
    const renamed = await db.update(passkeys).set({ name }).where(own(reader.id, params.id)).returning();
    if (!renamed.length) throw unknown();
    return { message: 'The passkey is renamed.' };
  }),
  serveReader(passkeyApi.remove, async (app, call) => {
    const { reader, params } = call;
    await requireProof(app, reader);
    await transaction(app, async (app) => {
      const [removed] = await app.db.delete(passkeys).where(own(reader.id, params.id)).returning();
      if (!removed) throw unknown();
      await tellOfChange(app, reader, passkeyRemoved, { detail: removed.name, from: originOf(call) });
    });
    return { message: 'The passkey is removed. It no longer signs in.' };
  }),
  // With any passkey that the reader chooses, so that the options reveal nothing about accounts.
  serve(passkeyApi.beginSignIn, async (app, { http, network }) => {
    await limit(app, perNetwork, { network });
    const options = await authenticationOptionsFor(app.config, []);
    const holder = newToken();
    await expectAnswer(app, { purpose: 'sign-in', holder, challenge: options.challenge });
    setCookie(http, cookieName(app), holder, { ...cookieRules(app.config), maxAge: challengeMs / 1000 });
    return options;
  }),
  serve(passkeyApi.signIn, async (app, call) => ({ user: readerFrom(await signIn(app, call), app.config) })),
  serveReader(passkeyApi.beginProof, async (app, { reader: { id, sessionId } }) => {
    const options = await authenticationOptionsFor(app.config, await passkeysOf(app, id));
    await expectAnswer(app, { purpose: 'prove', holder: sessionId, challenge: options.challenge });
    return options;
  }),
  serveReader(passkeyApi.prove, async (app, { body, reader, network }) => {
    await limit(app, perNetwork, { network });
    await accept(app, body.response, { purpose: 'prove', holder: reader.sessionId, userId: reader.id });
    await recordProof(app, reader);
    return { message: 'Thank you. You can continue.' };
  }),
];

/**
 * Signs in by passkey, which proves the device and its owner, so that no password is needed.
 * @throws AppError `invalid` for an unknown passkey or a wrong signature, `unauthenticated` for a closed account, `limited`
 */
async function signIn(app: App, call: Call<typeof passkeyApi.signIn>): Promise<typeof users.$inferSelect> {
  const { http, network, body } = call;
  await limit(app, perNetwork, { network });
  const holder = getCookie(http, cookieName(app)) ?? '';
  deleteCookie(http, cookieName(app), cookieRules(app.config));
  const userId = await accept(app, body.response, { purpose: 'sign-in', holder, userId: null });
  const isOpen = and(eq(users.id, userId), eq(users.isActive, true), eq(users.isEmailVerified, true));
  const [user] = await app.db.select().from(users).where(isOpen);
  if (!user) throw new AppError('unauthenticated', 'This account is not open. Please contact support.');
  rememberDevice(app, http, user.email);
  await openSession(app, http, user.id, { network, via: 'passkey' });
  await recordActivity(app, user.id, 'signed-in-passkey', { from: originOf(call) });
  app.log.info({ user: user.id }, 'signed in');
  return user;
}

/**
 * Adds the passkey that a browser made, and tells its owner by mail.
 * @throws AppError `invalid` for a response that is not valid, `conflict` for too many passkeys or a known one
 */
async function addPasskey(app: App, call: SignedInCall<typeof passkeyApi.add>) {
  const { reader } = call;
  const { name, response } = call.body;
  const challenge = challengeIn(response);
  await takeAnswer(app, { purpose: 'register', holder: reader.sessionId, challenge });
  const made = await verifyRegistration(app.config, response, challenge);
  const added = await transaction(app, async (app) => {
    const { db, now } = app;
    const sentence = `You have ${passkeysAtMost} passkeys. Please remove one first.`;
    const of = eq(passkeys.userId, reader.id);
    await requireRoom(db, reader.id, { table: passkeys, of, most: passkeysAtMost, sentence });
    const { id: credentialId, publicKey, counter } = made;
    const [row] = await db
      .insert(passkeys)
      .values({
        ...{ userId: reader.id, name, credentialId, publicKey, counter, createdAt: now() },
        transports: response.response.transports ?? [],
      })
      .onConflictDoNothing({ target: passkeys.credentialId })
      .returning();
    if (!row) throw new AppError('conflict', 'This passkey has been added already.');
    await tellOfChange(app, reader, passkeyAdded, { detail: name, from: originOf(call) });
    return row;
  });
  await recordProof(app, reader);
  return added;
}

/** The reader's passkeys, oldest first. Their contract leaves the keys out. */
export const passkeysOf = ({ db }: App, userId: string) =>
  db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.createdAt), passkeys.id);

interface Expected {
  /** An answer for another purpose is refused. */
  purpose: 'sign-in' | 'register' | 'prove';
  /** What only the browser that asked has: its cookie, or its session. */
  holder: string;
}

/** Keeps a challenge until it is answered. */
async function expectAnswer({ db, now }: App, { challenge, ...expected }: Expected & { challenge: string }) {
  const hash = hashFor(expected, challenge);
  await db.insert(passkeyChallenges).values({ hash, expiresAt: timeAfter(now(), challengeMs) });
}

/** Takes a challenge, once. @throws AppError `invalid` for one that was not given to this browser for this purpose */
async function takeAnswer({ db, now }: App, { challenge, ...expected }: Expected & { challenge: string }) {
  const used = await db
    .delete(passkeyChallenges)
    .where(
      and(eq(passkeyChallenges.hash, hashFor(expected, challenge)), gt(passkeyChallenges.expiresAt, now())),
    )
    .returning({ hash: passkeyChallenges.hash });
  if (!used.length)
    throw new AppError('invalid', 'This passkey was asked for too long ago. Please try again.');
}

/** For the mail about a new password. */
export async function passkeysInWords(app: App, userId: string): Promise<string[]> {
  const names = (await passkeysOf(app, userId)).map(({ name }) => `“${name}”`);
  if (!names.length) return [];
  return [`the ${names.length > 1 ? 'passkeys' : 'passkey'} ${new Intl.ListFormat('en').format(names)}`];
}

/** Whether the reader can prove by one who is there. */
export const hasPasskey = async ({ db, config }: App, userId: string): Promise<boolean> =>
  passkeysWork(config) && (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;

const passkeyAdded = {
  event: 'passkey-added',
  sentence: 'A passkey was added: it signs in without the password',
};
const passkeyRemoved = { event: 'passkey-removed', sentence: 'A passkey was removed: it no longer signs in' };

/** Deletes expired challenges. Idempotent. */
export async function removeOldChallenges({ db, now }: App): Promise<void> {
  await db.delete(passkeyChallenges).where(lt(passkeyChallenges.expiresAt, now()));
}

/**
 * The account whose passkey has signed the expected challenge. Records the use.
 * @param userId if given, the passkey must belong to this account
 * @throws AppError `invalid` for an unknown passkey or a response that is not valid
 */
async function accept(
  app: App,
  response: AuthenticationResponse,
  { userId, ...expected }: Expected & { userId: string | null },
): Promise<string> {
  const { db, now, config } = app;
  const challenge = challengeIn(response);
  await takeAnswer(app, { ...expected, challenge });
  const [row] = await db.select().from(passkeys).where(eq(passkeys.credentialId, response.id));
  if (!row || (userId !== null && row.userId !== userId))
    throw new AppError('invalid', 'This passkey is not known here. Please use another one.');
  const counter = await verifyAuthentication(config, response, { challenge, passkey: row });
  await db.update(passkeys).set({ counter, lastUsedAt: now() }).where(eq(passkeys.id, row.id));
  return row.userId;
}

const cookieName = ({ config }: App): string => cookieNameOf(config, 'passkey');
const hashFor = ({ purpose, holder }: Expected, challenge: string): string =>
  hashToken(`${purpose}:${holder}:${challenge}`);
const own = (userId: string, id: string) => and(hasId(passkeys.id, id), eq(passkeys.userId, userId));
const unknown = () => new AppError('not_found', 'This passkey does not exist.');

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
async function registrationOptionsFor(
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
async function authenticationOptionsFor(config: Settings, known: Known[]) {
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
async function verifyRegistration(config: Settings, response: RegistrationResponse, challenge: string) {
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
async function verifyAuthentication(
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
