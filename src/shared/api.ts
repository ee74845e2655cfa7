import { accountApi } from './accounts/account.ts';
import { admissionApi } from './accounts/admission.ts';
import { preferencesApi } from './accounts/me.ts';
import { activityApi, proofApi, sessionApi } from './accounts/session.ts';
import { billingApi } from './billing/billing.ts';
import { closeMatchesApi } from './digests/closeMatches.ts';
import { digestApi } from './digests/digest.ts';
import { mailToolApi } from './mail/mailTool.ts';
import { unsubscribeApi } from './mail/unsubscribe.ts';
import { libraryApi } from './papers/libraryLink.ts';
import { leaveApi } from './privacy/leave.ts';
import { deskApi } from './shelf/paperState.ts';
import { shelfApi } from './shelf/shelf.ts';
import { descriptionApi, siteApi } from './site/site.ts';
import { feedbackApi } from './topics/feedback.ts';
import { learningApi } from './topics/learning.ts';
import { searchTermApi } from './topics/searchTerm.ts';
import { trendsApi } from './topics/trends.ts';
import { understandingApi } from './topics/understanding.ts';

/** The calls of the core; `app/docs/openapi.ts` has those of the features too. */
export const api = {
  account: accountApi,
  admission: admissionApi,
  session: sessionApi,
  proof: proofApi,
  activity: activityApi,
  leave: leaveApi,
  preferences: preferencesApi,
  library: libraryApi,
  searchTerm: searchTermApi,
  understanding: understandingApi,
  trends: trendsApi,
  digest: digestApi,
  closeMatches: closeMatchesApi,
  desk: deskApi,
  shelf: shelfApi,
  feedback: feedbackApi,
  learning: learningApi,
  billing: billingApi,
  unsubscribe: unsubscribeApi,
  mailTool: mailToolApi,
  site: siteApi,
  description: descriptionApi,
} as const;
