import type { BillingApp } from '#billing/app.ts';
import type { DigestsApp } from '#digests/app.ts';

/** What the operator's tools need: every feature. */
export type AdminApp = DigestsApp & BillingApp;
