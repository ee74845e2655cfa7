import type { Context } from 'hono';
import type { Reader } from '#platform/http/route.ts';
import { signInProblems } from '#shared/accounts/outside.ts';
import { AppError } from '#shared/contract/errors.ts';
import { email } from '#shared/values/fields.ts';
import type { AccountsApp } from '../app.ts';
import { authenticate, readerFrom } from '../credentials/session.ts';
import { accountFor, SignInRefused } from './account.ts';

/** The session id for a header, which signs in each request without a session to end. */
const noSession = '00000000-0000-0000-0000-000000000000';

/**
 * The caller: the person named by the trusted proxy's header if one is configured, otherwise the reader of the session or
 * the token. The header only counts in a request that a trusted proxy has sent itself, and is ignored otherwise.
 * @param isFromProxy whether the request's own connection, not what it claims, comes from a trusted proxy
 * @throws AppError `forbidden` if the person named by the proxy may not sign up
 */
export async function whoCalls(
  app: AccountsApp,
  http: Context,
  { allowApiToken, isFromProxy }: { allowApiToken: boolean; isFromProxy: (http: Context) => boolean },
): Promise<Reader | null> {
  const { authHeader } = app.config;
  const named = authHeader && isFromProxy(http) ? http.req.header(authHeader) : undefined;
  if (!named || http.req.header('authorization')) return authenticate(app, http, { allowApiToken });
  const address = email.safeParse(named);
  if (!address.success)
    throw new AppError('forbidden', `The proxy's header ${authHeader} holds no email address.`);
  try {
    const user = await accountFor(app, {
      issuer: `header:${authHeader!.toLowerCase()}`,
      ...{ subject: address.data, email: address.data, isEmailVerified: true, groups: null },
    });
    return { ...readerFrom(user, app.config), sessionId: noSession };
  } catch (error) {
    if (error instanceof SignInRefused) throw new AppError('forbidden', signInProblems[error.problem]);
    throw error;
  }
}
