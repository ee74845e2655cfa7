import type { DigestsApp } from '#digests/app.ts';

/** The shelf needs digests, whose papers readers answer. */
export type ShelfApp = DigestsApp;
