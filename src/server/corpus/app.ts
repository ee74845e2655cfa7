import type { SourcesApp } from '#sources/app.ts';

/** The corpus stands on the sources. */
export type CorpusApp = SourcesApp;
