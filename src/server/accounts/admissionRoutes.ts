import { recordAct } from '#platform/audit.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { admissionApi } from '#shared/accounts/admission.ts';
import { invite, listInvitations, openInvitation, revokeInvitation } from './admission/invitations.ts';
import { completeSetup, isSetupOpen } from './admission/setup.ts';
import type { AccountsApp } from './app.ts';
import { openSession, readerFrom, shownMe } from './credentials/session.ts';

/** Calls to create the first administrator, and about invitations. */
export const admissionRoutes: Route<AccountsApp>[] = [
  serve(admissionApi.setup, async (app) => ({ open: await isSetupOpen(app) })),
  serve(admissionApi.completeSetup, async (app, { body, network, http }) => {
    const user = await completeSetup(app, body, network);
    await openSession(app, http, user.id, { network });
    return { user: shownMe(readerFrom(user, app.config)) };
  }),
  serve(admissionApi.checkInvitation, async (app, { body, network }) => {
    await limit(app, 'invitation', { network });
    return { open: (await openInvitation(app, body.token)) !== null };
  }),
  serveReader(admissionApi.invitations, (app) => listInvitations(app)),
  serveReader(admissionApi.invite, (app, { body, reader, network }) =>
    transaction(app, async (app) => {
      const made = await invite(app, { ...body, by: reader.id });
      await recordAct(app, {
        ...{ actor: reader.id, network },
        action: 'invitation made',
        detail: `${body.days} days`,
      });
      return made;
    }),
  ),
  serveReader(admissionApi.revokeInvitation, (app, { params, reader, network }) =>
    transaction(app, async (app) => {
      await revokeInvitation(app, params.id);
      await recordAct(app, { actor: reader.id, network, action: 'invitation revoked' });
      return { message: 'The invitation was withdrawn. Its link no longer works.' };
    }),
  ),
];
