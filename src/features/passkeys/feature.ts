import { endsRowsOf, feature } from '#kit/feature.ts';
import { passkey, passkeyApi } from './contract.ts';
import {
  hasPasskey,
  passkeysInWords,
  passkeysOf,
  passkeysWork,
  removeOldChallenges,
  routes,
} from './server/passkeys.ts';
import * as tables from './tables.ts';

export const passkeys = feature({
  name: 'passkeys',
  contract: { passkeys: passkeyApi },
  tables: Object.values(tables),
  routes,
  jobs: async () => ({ tidy: removeOldChallenges }),
  site: passkeysWork,
  proofWay: { name: 'passkey', has: hasPasskey },
  access: { list: passkeysInWords, end: endsRowsOf(tables.passkeys) },
  exported: { passkeys: { shape: passkey.array(), read: passkeysOf } },
  events: {
    'signed-in-passkey': 'Signed in with a passkey',
    'passkey-added': 'Passkey added',
    'passkey-removed': 'Passkey removed',
  },
});
