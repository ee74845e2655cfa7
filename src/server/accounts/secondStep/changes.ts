import { enqueueMail } from '#mail/enqueueMail.ts';
import type { MailData } from '#mail/mails.ts';
import type { Reader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import type { RegistrationResponse } from '#shared/accounts/webAuthn.ts';
import type { AccountsApp } from '../app.ts';
import { type Origin, recordActivity } from '../credentials/activity.ts';
import { challengeSession, takeSessionChallenge } from './challenges.ts';
import { beginCodes, confirmCodes, removeCodes } from './oneTimeCodes.ts';
import { addPasskey, passkeyRows, removePasskey } from './passkeys.ts';
import { recordProof, requireProof } from './proof.ts';
import {
  giveFirstRecoveryCodes,
  keepRecoveryCodes,
  lockAccount,
  makeRecoveryCodes,
  recoveryCodesLeft,
  removeRecoveryCodes,
} from './recoveryCodes.ts';
import { neededAfterPassword } from './state.ts';
import { challengeIn, registrationOptionsFor } from './webAuthn.ts';

type Change = MailData<'security-changed'>['change'];

/** Tells the owner of a change that somebody else may have made. */
export const notifyOfChange = (app: AccountsApp, email: string, change: Change): Promise<void> =>
  enqueueMail(app, 'security-changed', email, {
    change,
    at: app.now().toISOString(),
    resetLink: `${app.config.baseUrl}/auth?tab=forgot-password`,
  });

/** The reader who changes the second step, and the origin of the call. */
interface Changer {
  reader: Reader;
  from: Origin;
}

/** @throws AppError as `requireProof` and `beginCodes` */
export async function startCodes(app: AccountsApp, { reader }: Pick<Changer, 'reader'>) {
  await requireProof(app, reader, { bySecondStep: true });
  return beginCodes(app, reader);
}

/**
 * Turns codes on.
 * @returns recovery codes with the first second step; null if there are some already
 * @throws AppError as `confirmCodes`, and `limited`
 */
export async function turnCodesOn(
  app: AccountsApp,
  { reader, from }: Changer,
  code: string,
): Promise<string[] | null> {
  await requireProof(app, reader, { bySecondStep: true });
  await limit(app, 'second-step', { account: reader.id, network: from.network });
  const made = await recoveryCodesIfNone(app, reader.id);
  const codes = await transaction(app, async (app) => {
    await lockAccount(app, reader.id);
    await confirmCodes(app, reader.id, code);
    await tell(app, { reader, from }, 'codes-on');
    return giveFirstRecoveryCodes(app, reader.id, made);
  });
  await recordProof(app, reader, { bySecondStep: true });
  return codes;
}

/** Turns codes off. Idempotent. @throws AppError as `requireProof` */
export async function turnCodesOff(app: AccountsApp, { reader, from }: Changer): Promise<void> {
  await requireProof(app, reader, { bySecondStep: true });
  await transaction(app, async (app) => {
    await lockAccount(app, reader.id);
    if (!(await removeCodes(app, reader.id))) return;
    await dropUnneededRecoveryCodes(app, reader.id);
    await tell(app, { reader, from }, 'codes-off');
  });
}

/** @throws AppError as `requireProof` */
export async function renewRecoveryCodes(app: AccountsApp, { reader, from }: Changer): Promise<string[]> {
  await requireProof(app, reader, { bySecondStep: true });
  const codes = await makeRecoveryCodes();
  await transaction(app, async (app) => {
    await keepRecoveryCodes(app, reader.id, codes);
    await tell(app, { reader, from }, 'recovery-codes');
  });
  return codes.map(({ code }) => code);
}

/** The options with which a browser makes a passkey. @throws AppError as `requireProof` */
export async function startPasskey(app: AccountsApp, reader: Reader) {
  await requireProof(app, reader, { bySecondStep: true });
  const options = await registrationOptionsFor(app.config, reader, await passkeyRows(app, reader.id));
  await challengeSession(app, reader.sessionId, { purpose: 'register', challenge: options.challenge });
  return options;
}

/**
 * Adds a passkey.
 * @returns the passkey, and recovery codes with the first second step
 * @throws AppError as `addPasskey`
 */
export async function turnPasskeyOn(
  app: AccountsApp,
  { reader, from }: Changer,
  { name, response }: { name: string; response: RegistrationResponse },
) {
  const challenge = challengeIn(response);
  await takeSessionChallenge(app, reader.sessionId, { purpose: 'register', challenge });
  const made = await recoveryCodesIfNone(app, reader.id);
  const added = await transaction(app, async (app) => {
    const added = await addPasskey(app, reader.id, { name, response, challenge });
    await tell(app, { reader, from }, 'passkey-added', name);
    return { ...added, recoveryCodes: await giveFirstRecoveryCodes(app, reader.id, made) };
  });
  await recordProof(app, reader, { bySecondStep: true });
  return added;
}

/** Removes a passkey. @throws AppError as `requireProof` and `removePasskey` */
export async function turnPasskeyOff(app: AccountsApp, { reader, from }: Changer, id: string): Promise<void> {
  await requireProof(app, reader, { bySecondStep: true });
  await transaction(app, async (app) => {
    await lockAccount(app, reader.id);
    const name = await removePasskey(app, reader.id, id);
    await dropUnneededRecoveryCodes(app, reader.id);
    await tell(app, { reader, from }, 'passkey-removed', name);
  });
}

async function tell(app: AccountsApp, { reader, from }: Changer, change: Change, detail = ''): Promise<void> {
  await recordActivity(app, reader.id, change, { detail, from });
  await notifyOfChange(app, reader.email, change);
}

/** Creates recovery codes with the first second step, so that a lost phone locks nobody out. */
const recoveryCodesIfNone = async (app: AccountsApp, userId: string) =>
  (await recoveryCodesLeft(app, userId)) ? null : makeRecoveryCodes();

/** Recovery codes replace a second step. Without one they would only be an unneeded second password. */
async function dropUnneededRecoveryCodes(app: AccountsApp, userId: string): Promise<void> {
  if (!(await neededAfterPassword(app, userId))) await removeRecoveryCodes(app, userId);
}
