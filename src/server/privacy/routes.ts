import { deviceName, originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { closeSession } from '#accounts/credentials/session.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { limit } from '#platform/rateLimits.ts';
import { leaveApi } from '#shared/privacy/leave.ts';
import { deleteAccount, notifyOfExport } from './deleteAccount.ts';
import { exportData } from './export.ts';

/** Data export and account deletion. */
export const privacyRoutes: Route<App>[] = [
  serveReader(leaveApi.exportData, async (app, call) => {
    const { reader, http } = call;
    await requireProof(app, reader);
    await limit(app, 'export', { account: reader.id });
    http.header('Content-Disposition', 'attachment; filename="litwatch-data.json"');
    const data = await exportData(app, reader);
    await recordActivity(app, reader.id, 'data-exported', { from: originOf(call) });
    await notifyOfExport(app, reader, deviceName(http.req.header('user-agent')));
    return data;
  }),
  serveReader(leaveApi.deleteAccount, async (app, { body, reader, http }) => {
    await deleteAccount(app, reader, body.password ?? '');
    await closeSession(app, http);
    return { message: 'Your account has been deleted.' };
  }),
];
