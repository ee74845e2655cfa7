import type { DigestsApp } from '#digests/app.ts';

/** The shelf stands on digests, whose papers readers answer. */
export type ShelfApp = DigestsApp;
