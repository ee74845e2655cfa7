import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { recentActs, recordAct } from '#platform/audit.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { keepValue, takeValue } from '#platform/installation.ts';
import { transaction } from '#platform/platform.ts';
import { limit } from '#platform/rateLimits.ts';
import { administrationApi, invitationApi } from '../contract.ts';
import { invite, listInvitations, openInvitation, revokeInvitation } from './invitations.ts';
import { overviewOf } from './overview.ts';
import { changeReader, deleteReader, findReaders, resetReader, signOutReader } from './readers.ts';

const actsShown = 100;

/**
 * Every call that changes something is in the audit log; those about other accounts ask the administrator for a new proof
 * of identity.
 */
export const routes: Route<App>[] = [
  serveReader(administrationApi.overview, (app) => overviewOf(app)),
  serveReader(administrationApi.readers, (app, { query }) => findReaders(app, query.search)),
  serveReader(administrationApi.changeReader, async (app, { params, body, reader, network }) => {
    await requireProof(app, reader);
    return changeReader(app, { reader, network }, params.id, body);
  }),
  serveReader(administrationApi.resetReader, async (app, { params, reader, network }) => {
    await requireProof(app, reader);
    return resetReader(app, { reader, network }, params.id);
  }),
  serveReader(administrationApi.signOutReader, async (app, { params, reader, network }) => {
    await requireProof(app, reader);
    await signOutReader(app, { reader, network }, params.id);
    return { message: 'Every device of this account is signed out.' };
  }),
  serveReader(administrationApi.deleteReader, async (app, { params, reader, network }) => {
    await requireProof(app, reader);
    await deleteReader(app, { reader, network }, params.id);
    return { message: 'The account and everything about it was deleted.' };
  }),
  serveReader(administrationApi.setBanner, (app, { body, reader, network }) =>
    transaction(app, async (app) => {
      await (body.text ? keepValue(app, 'banner', body.text) : takeValue(app, 'banner'));
      const action = body.text ? 'banner set' : 'banner removed';
      await recordAct(app, { actor: reader.id, network, action, detail: body.text });
      return { message: body.text ? 'Readers see the banner now.' : 'The banner was removed.' };
    }),
  ),
  serveReader(administrationApi.acts, (app) => recentActs(app, actsShown)),
  serve(invitationApi.check, async (app, { body, network }) => {
    await limit(app, 'invitation', { network });
    return { open: (await openInvitation(app, body.token)) !== null };
  }),
  serveReader(invitationApi.list, (app) => listInvitations(app)),
  serveReader(invitationApi.make, (app, { body, reader, network }) =>
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
  serveReader(invitationApi.revoke, (app, { params, reader, network }) =>
    transaction(app, async (app) => {
      await revokeInvitation(app, params.id);
      await recordAct(app, { actor: reader.id, network, action: 'invitation revoked' });
      return { message: 'The invitation was withdrawn. Its link no longer works.' };
    }),
  ),
];
