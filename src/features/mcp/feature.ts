import { feature } from '#kit/feature.ts';
import { mcpRoutes } from './server/routes.ts';

export const mcp = feature({
  name: 'mcp',
  mounts: (app, networkOf) => ({ '/mcp': mcpRoutes(app, networkOf) }),
});
