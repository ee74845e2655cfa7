import { accountApi } from './account.ts';
import { digestApi } from './digest.ts';
import { preferencesApi } from './preferences.ts';
import { searchTermApi } from './searchTerm.ts';
import { siteApi } from './site.ts';

/** Every call there is. A test walks it both ways: each is served, and no route is served without one. */
export const api = {
  account: accountApi,
  preferences: preferencesApi,
  searchTerm: searchTermApi,
  digest: digestApi,
  site: siteApi,
} as const;
