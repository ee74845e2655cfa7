import type { DigestsApp } from '#digests/app.ts';

/** Channels stand on digests. */
export type ChannelsApp = DigestsApp;
