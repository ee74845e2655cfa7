import { endsRowsOf, feature } from '#kit/feature.ts';
import { channelApi, channelEvents, channelsExport } from './contract.ts';
import { deliverToChannel, planDeliveries, releaseDeliveries } from './server/delivery/deliver.ts';
import { exportChannels, placesInWords, routes } from './server/delivery/manage.ts';
import * as tables from './tables.ts';

declare module '#platform/queue/queues.ts' {
  interface Payloads {
    /** Send one digest, or a test, through one channel. Key: the delivery. */
    'deliver-channel': { deliveryId: string };
  }
}

export const messages = feature({
  name: 'messages',
  contract: { channel: channelApi },
  webhooks: channelEvents,
  tables: Object.values(tables),
  routes,
  queues: {
    // A service that does not respond occupies its place for twenty seconds; an account has two places at most.
    'deliver-channel': { retryLimit: 2, retryDelay: 30, expireInSeconds: 120, concurrency: 24 },
  },
  jobs: async () => ({
    work: { 'deliver-channel': (app, { deliveryId }) => deliverToChannel(app, deliveryId) },
    sweep: planDeliveries,
  }),
  release: releaseDeliveries,
  access: { list: placesInWords, end: endsRowsOf(tables.channels) },
  exported: { channels: { shape: channelsExport, read: exportChannels } },
  events: { 'channel-added': 'Digests go to another place', 'webhook-secret': 'New secret of a webhook' },
});
