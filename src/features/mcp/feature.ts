import { tokens } from '#features/tokens/feature.ts';
import { feature } from '#kit/feature.ts';
import { mcpRoutes } from './server/routes.ts';

export const mcp = feature({
  name: 'mcp',
  needs: [tokens],
  mounts: (app, networkOf) => ({ '/mcp': mcpRoutes(app, networkOf) }),
});
