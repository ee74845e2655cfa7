import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import type { App } from '#kit/feature.ts';
import { type Route, serveReader } from '#platform/http/route.ts';
import { channelApi } from '../contract.ts';
import {
  addChannel,
  channelsOfTopic,
  deliveriesOf,
  removeChannel,
  resendDelivery,
  rotateSecret,
  sendTest,
} from './delivery/manage.ts';

export const routes: Route<App>[] = [
  serveReader(channelApi.list, (app, { params, reader }) => channelsOfTopic(app, reader, params.id)),
  serveReader(channelApi.add, async (app, call) => {
    // Needs a proof, because every later digest goes there, long after this session has ended.
    await requireProof(app, call.reader);
    const added = await addChannel(app, call);
    const detail = added.channel.place;
    await recordActivity(app, call.reader.id, 'channel-added', { detail, from: originOf(call) });
    return added;
  }),
  serveReader(channelApi.remove, async (app, { params, reader }) => {
    await removeChannel(app, reader, params.id);
    return { message: 'Nothing more will be sent there.' };
  }),
  serveReader(channelApi.rotate, async (app, call) => {
    await requireProof(app, call.reader);
    const rotated = await rotateSecret(app, call.reader, call.params.id);
    await recordActivity(app, call.reader.id, 'webhook-secret', { from: originOf(call) });
    return rotated;
  }),
  serveReader(channelApi.test, async (app, { params, reader }) => {
    await sendTest(app, reader, params.id);
    return { message: 'A test is on its way.' };
  }),
  serveReader(channelApi.deliveries, (app, { params, reader }) => deliveriesOf(app, reader, params.id)),
  serveReader(channelApi.resend, async (app, { params, reader }) => {
    await resendDelivery(app, reader, params);
    return { message: 'It is sent again, under the same id.' };
  }),
];
