import type { AdminApp } from '#admin/app.ts';
import type { EnrichmentApp } from '#enrichment/app.ts';
import type { PrivacyApp } from '#privacy/app.ts';

/** Everything that a running server holds: made once in `start.ts`, handed to routes and jobs. */
export type App = PrivacyApp & AdminApp & EnrichmentApp;
