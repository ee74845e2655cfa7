import type { CorpusApp } from '#corpus/app.ts';

/** Citations stand on the corpus. */
export type CitationsApp = CorpusApp;
