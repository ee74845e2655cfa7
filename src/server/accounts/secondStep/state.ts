import type { SecondStepNeeded } from '#shared/accounts/account.ts';
import type { SecondStep } from '#shared/accounts/secondStep.ts';
import type { AccountsApp } from '../app.ts';
import { codesSince } from './oneTimeCodes.ts';
import { passkeyRows, shownPasskey } from './passkeys.ts';
import { recoveryCodesLeft } from './recoveryCodes.ts';

/** The second step of an account's sign-in. */
export async function secondStepOf(app: Pick<AccountsApp, 'db'>, userId: string): Promise<SecondStep> {
  const since = await codesSince(app, userId);
  return {
    codesSince: since?.toISOString() ?? null,
    passkeys: (await passkeyRows(app, userId)).map(shownPasskey),
    recoveryCodesLeft: await recoveryCodesLeft(app, userId),
  };
}

/** What a sign-in needs after the password; null if the password is enough. */
export async function neededAfterPassword(
  app: Pick<AccountsApp, 'db'>,
  userId: string,
): Promise<SecondStepNeeded | null> {
  const codes = (await codesSince(app, userId)) !== null;
  const passkeys = (await passkeyRows(app, userId)).length > 0;
  return codes || passkeys ? { codes, passkeys } : null;
}
