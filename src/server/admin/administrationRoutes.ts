import { requireProof } from '#accounts/secondStep/proof.ts';
import { recentActs, recordAct } from '#platform/audit.ts';
import { setBanner } from '#platform/banner.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { transaction } from '#platform/platform.ts';
import { administrationApi } from '#shared/accounts/administration.ts';
import type { AdminApp } from './app.ts';
import { overviewOf } from './overview.ts';
import { changeReader, deleteReader, findReaders, resetReader, signOutReader } from './readers.ts';

const actsShown = 100;

/**
 * The administration page. Every call that changes something is in the audit log; those about other accounts ask the
 * administrator for a new proof of identity.
 */
export const administrationRoutes: Route<AdminApp>[] = [
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
      await setBanner(app, body.text);
      const action = body.text ? 'banner set' : 'banner removed';
      await recordAct(app, { actor: reader.id, network, action, detail: body.text });
      return { message: body.text ? 'Readers see the banner now.' : 'The banner was removed.' };
    }),
  ),
  serveReader(administrationApi.acts, async (app) =>
    (await recentActs(app, actsShown)).map((act) => ({ ...act, at: act.at.toISOString() })),
  ),
];
