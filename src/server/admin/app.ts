import type { BillingApp } from '#billing/app.ts';
import type { DigestsApp } from '#digests/app.ts';

/** The operator's tools reach every feature. */
export type AdminApp = DigestsApp & BillingApp;
