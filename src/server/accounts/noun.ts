import { type App, feature } from '#kit/feature.ts';
import { clearBlock } from '#mail/block.ts';
import { type Call, type Reader, serve, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { accountApi } from '#shared/accounts/account.ts';
import { admissionApi } from '#shared/accounts/admission.ts';
import { preferencesApi } from '#shared/accounts/me.ts';
import { activityApi, proofApi, sessionApi } from '#shared/accounts/session.ts';
import { AppError } from '#shared/contract/errors.ts';
import { libraryApi } from '#shared/papers/libraryLink.ts';
import { email } from '#shared/values/fields.ts';
import { activityOf, deviceName, originOf, recordActivity } from './credentials/activity.ts';
import { endAccess } from './credentials/endAccess.ts';
import { proveByPassword, requireProof } from './credentials/proof.ts';
import { issueSearchToken } from './credentials/searchGrant.ts';
import {
  closeSession,
  endSession,
  endSessions,
  openSession,
  readerFrom,
  rememberAttempt,
  sessionsOf,
  takeAttempt,
} from './credentials/session.ts';
import { enter, signInByPassword } from './login.ts';
import { changePassword, requestReset, resetPassword } from './passwordReset.ts';
import { changePreferences, preferencesOf, setLibraryLink } from './preferences.ts';
import { completeSetup, isSetupOpen } from './setup.ts';
import { cancelSignup, signUp, verifyEmail } from './signup.ts';

/** Calls from sign-up to the deletion of sessions, about proofs of identity, and about the first administrator. */
export const accounts = feature({
  name: 'accounts',
  routes: [
    serve(accountApi.signup, signUpHere),
    serve(accountApi.olderSignup, signUpHere),
    serve(accountApi.cancelSignup, async (app, { body, network }) => {
      await limit(app, 'verification', { network });
      await cancelSignup(app, body.token);
      return { message: 'This sign-up was canceled. No more email will be sent about it.' };
    }),
    serve(accountApi.verifyEmail, async (app, { query, network, http }) => {
      await limit(app, 'verification', { network });
      const { attemptId, userId, email, pendingSearch, mayAsk } = await verifyEmail(app, query.token);
      const signedIn = takeAttempt(app, http, attemptId);
      if (signedIn) await enter(app, { http, network }, { id: userId, email });
      else if (mayAsk) await issueSearchToken(app, http, userId);
      return { success: true, user: { email }, pendingSearch, signedIn };
    }),
    serve(accountApi.login, async (app, { body, network, http }) => {
      requirePasswords(app);
      const user = await signInByPassword(app, { http, network }, body);
      return { user: readerFrom(user, app.config) };
    }),
    serve(accountApi.logout, async (app, { http }) => {
      const via = await closeSession(app, http);
      http.header('Clear-Site-Data', '"cache"');
      let leaveAt: string | null = null;
      for (const { onSignOut } of app.features) leaveAt ??= (await onSignOut?.(app, via)) ?? null;
      return { message: 'You have been signed out.', leaveAt };
    }),
    serveReader(accountApi.me, async (_, { reader }) => ({ user: reader })),
    serveReader(accountApi.user, async (_, { reader }) => reader),
    serveReader(accountApi.userByEmail, async (_, { params, reader }) => {
      if (email.safeParse(params.email).data !== reader.email)
        throw new AppError('not_found', 'This user does not exist.');
      return reader;
    }),
    serve(accountApi.forgotPassword, async (app, { body, network }) => {
      requirePasswords(app);
      await requestReset(app, body.email, network);
      return { message: 'If an account with that email exists, a password reset link has been sent.' };
    }),
    serve(accountApi.resetPassword, async (app, call) => {
      requirePasswords(app);
      await resetPassword(app, call.body, originOf(call));
      return { message: 'Your password has been reset. Please sign in with the new one.' };
    }),
    serveReader(accountApi.changePassword, async (app, call) => {
      requirePasswords(app);
      await changePassword(app, call.reader, call.body, originOf(call));
      return { message: 'Your password has been changed. You are signed out everywhere else.' };
    }),
    serveReader(preferencesApi.clearMailBlock, async (app, { reader }) => {
      if (reader.mailBlocked) {
        await limit(app, 'mail-block', { account: reader.id });
        await clearBlock(app, reader.id);
      }
      return { message: 'Email to your address is on again, starting with your next digest.' };
    }),
    serveReader(preferencesApi.read, async (app, { params, reader }) =>
      preferencesOf(app, ownId(params.id, reader)),
    ),
    serveReader(preferencesApi.change, async (app, { params, body, reader }) =>
      changePreferences(app, ownId(params.id, reader), body),
    ),
    serveReader(libraryApi.change, (app, { body, reader }) => setLibraryLink(app, reader.id, body.link)),
    serveReader(sessionApi.list, (app, { reader }) => sessionsOf(app, reader)),
    serveReader(sessionApi.end, async (app, call) => {
      const { params, reader } = call;
      await requireProof(app, reader);
      await endSession(app, reader, params.id);
      await recordActivity(app, reader.id, 'signed-out-device', { from: originOf(call) });
      return { message: 'That session has ended.' };
    }),
    serveReader(sessionApi.endOthers, async (app, call) => {
      const { reader } = call;
      await requireProof(app, reader);
      await endSessions(app, reader.id, reader.sessionId);
      await recordActivity(app, reader.id, 'signed-out-others', { from: originOf(call) });
      return { message: 'You are signed out everywhere else.' };
    }),
    serveReader(proofApi.byPassword, async (app, { body, reader }) => {
      await proveByPassword(app, reader, body.password);
      return proven;
    }),
    serveReader(activityApi.list, (app, { reader }) => activityOf(app, reader.id)),
    serve(accountApi.endAccess, async (app, call) => {
      await limit(app, 'end-access', { network: call.network });
      await endAccess(app, call.body.token, originOf(call));
      return { message: 'What had access without your password has ended.' };
    }),
    serve(admissionApi.setup, async (app) => ({ open: await isSetupOpen(app) })),
    serve(admissionApi.completeSetup, async (app, { body, network, http }) => {
      const user = await completeSetup(app, body, network);
      await openSession(app, http, user.id, { network });
      return { user: readerFrom(user, app.config) };
    }),
  ],
  jobs: async () => ({ tidy: (await import('./cleanup.ts')).cleanUpAccounts }),
});

/** @throws AppError `forbidden` on a server with single sign-on only. */
function requirePasswords({ config }: App): void {
  const switchedOff = 'Passwords are switched off on this server. Please sign in the other way.';
  if (!config.passwords) throw new AppError('forbidden', switchedOff);
}

/** Either form's sign-up. The browser is remembered, so that the mailed link signs it in. */
async function signUpHere(
  app: App,
  { body, http, network }: Call<typeof accountApi.signup | typeof accountApi.olderSignup>,
) {
  requirePasswords(app);
  const device = deviceName(http.req.header('user-agent'));
  rememberAttempt(app, http, await signUp(app, body, { network, device }));
  return {
    message: app.config.mail.isOff
      ? 'Account created. You can sign in now.'
      : 'Account created. Please check your email and open the link to verify your address.',
  };
}

const proven = { message: 'Thank you. You can continue.' };

/**
 * The id, if it is the reader's own.
 * @throws AppError `not_found` for any other id, whether it exists or not.
 */
function ownId(id: string, reader: Reader): string {
  if (id !== reader.id) throw new AppError('not_found', 'This user does not exist.');
  return id;
}
