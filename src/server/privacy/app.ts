import type { BillingApp } from '#billing/app.ts';
import type { ChannelsApp } from '#channels/app.ts';

/** Export and deletion reach every feature. */
export type PrivacyApp = ChannelsApp & BillingApp;
