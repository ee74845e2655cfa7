import type { BillingApp } from '#billing/app.ts';
import type { ChannelsApp } from '#channels/app.ts';

/** What export and deletion need: every feature that stores something about a reader. */
export type PrivacyApp = ChannelsApp & BillingApp;
