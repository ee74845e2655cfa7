import { endsRowsOf, feature } from '#kit/feature.ts';
import { apiToken, apiTokenApi } from './contract.ts';
import { callerByToken, routes, tokensInWords, tokensOf } from './server/tokens.ts';
import { apiTokens } from './tables.ts';

export const tokens = feature({
  name: 'tokens',
  contract: { apiToken: apiTokenApi },
  tables: [apiTokens],
  routes,
  whoCalls: callerByToken,
  access: { list: tokensInWords, end: endsRowsOf(apiTokens), endsAtReset: true },
  exported: { apiTokens: { shape: apiToken.array(), read: tokensOf } },
  events: { 'token-created': 'API token created', 'token-revoked': 'API token revoked' },
});
