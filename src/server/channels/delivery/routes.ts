import { type Route, serveReader } from '#platform/http/route.ts';
import { channelApi } from '#shared/channels/channel.ts';
import type { ChannelsApp } from '../app.ts';
import {
  addChannel,
  channelsOfTopic,
  deliveriesOf,
  removeChannel,
  resendDelivery,
  rotateSecret,
  sendTest,
} from './manage.ts';

/** The routes of the channels contract. */
export const channelRoutes: Route<ChannelsApp>[] = [
  serveReader(channelApi.list, (app, { params, reader }) => channelsOfTopic(app, reader, params.id)),
  serveReader(channelApi.add, (app, call) => addChannel(app, call)),
  serveReader(channelApi.remove, async (app, { params, reader }) => {
    await removeChannel(app, reader, params.id);
    return { message: 'Nothing is sent there any more.' };
  }),
  serveReader(channelApi.rotate, (app, { params, reader }) => rotateSecret(app, reader, params.id)),
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
