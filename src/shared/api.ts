import { accountApi } from './account.ts';
import { apiTokenApi } from './apiToken.ts';
import { billingApi } from './billing.ts';
import { bouncesApi } from './bounces.ts';
import { descriptionApi } from './description.ts';
import { digestApi } from './digest.ts';
import { feedApi } from './feed.ts';
import { feedbackApi } from './feedback.ts';
import { leaveApi } from './leave.ts';
import { mailToolApi } from './mailTool.ts';
import { preferencesApi } from './preferences.ts';
import { referencesApi } from './references.ts';
import { searchTermApi } from './searchTerm.ts';
import { sessionApi } from './session.ts';
import { siteApi } from './site.ts';
import { unsubscribeApi } from './unsubscribe.ts';

/** Every call there is. A test walks it both ways: each is served, and no route is served without one. */
export const api = {
  account: accountApi,
  session: sessionApi,
  leave: leaveApi,
  preferences: preferencesApi,
  searchTerm: searchTermApi,
  digest: digestApi,
  feedback: feedbackApi,
  references: referencesApi,
  apiToken: apiTokenApi,
  feed: feedApi,
  billing: billingApi,
  unsubscribe: unsubscribeApi,
  bounces: bouncesApi,
  mailTool: mailToolApi,
  site: siteApi,
  description: descriptionApi,
} as const;
