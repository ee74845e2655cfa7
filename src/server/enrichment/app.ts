import type { AiApp } from '#ai/app.ts';
import type { CorpusApp } from '#corpus/app.ts';

/** Enrichment stands on the corpus and on the embeddings server. */
export type EnrichmentApp = CorpusApp & AiApp;
