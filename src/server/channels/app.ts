import type { DigestsApp } from '#digests/app.ts';

/** Channels need digests. */
export type ChannelsApp = DigestsApp;
