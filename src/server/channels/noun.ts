import { feature } from '#kit/feature.ts';
import { deliverToChannel, planDeliveries, releaseDeliveries } from './delivery/deliver.ts';
import { channelRoutes, mcpRoutes } from './routes.ts';

export const channels = feature({
  name: 'channels',
  routes: channelRoutes,
  mounts: (app, networkOf) => ({ '/mcp': mcpRoutes(app, networkOf) }),
  jobs: async () => ({
    work: { 'deliver-channel': (app, { deliveryId }) => deliverToChannel(app, deliveryId) },
    sweep: planDeliveries,
  }),
  release: releaseDeliveries,
});
