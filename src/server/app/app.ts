import type { AdminApp } from '#admin/app.ts';
import type { EnrichmentApp } from '#enrichment/app.ts';
import type { PrivacyApp } from '#privacy/app.ts';
import type { Clocks } from './clock.ts';

/** All services of a running server. Created once in `start.ts`, and passed to routes and jobs. */
export type App = PrivacyApp & AdminApp & EnrichmentApp & Clocks;
