import type { AiApp } from '#ai/app.ts';
import type { CorpusApp } from '#corpus/app.ts';

/** Enrichment needs the corpus and the embeddings server. */
export type EnrichmentApp = CorpusApp & AiApp;
