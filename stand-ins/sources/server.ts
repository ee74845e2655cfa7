import { fileURLToPath } from 'node:url';
import { Hono } from 'hono';
import type { SourceAddress } from '#shared/papers/sources.ts';
import { type Place, serveApp } from '../loopback/serve.ts';
import { arxivApi } from './arxiv/api.ts';
import { arxivOai } from './arxiv/oai.ts';
import { Calls, count } from './calls.ts';
import type { SourcesEnv } from './faults/env.ts';
import { misbehave, openMisbehavior } from './faults/misbehave.ts';
import { type Change, Library } from './library.ts';
import { pubmed } from './pubmed/eutils.ts';
import { type CorpusRecordInput, readCorpus } from './records/corpus.ts';
import { biorxiv } from './wire/biorxiv.ts';
import { europepmc, europepmcRoot } from './wire/europepmc.ts';

/** The bundled sample library of invented papers, which are marked as such. */
export const sampleLibrary: string[] = [fileURLToPath(new URL('library', import.meta.url))];

export interface SourcesOptions extends Place {
  /** Files with one JSON object per line, plain or `.gz`, or folders of them; the sample library by default. */
  corpus?: string[];
  /** The records' dates are spread, in order, over this many days up to today. */
  days?: number;
  now?: () => Date;
  /** Records per page, if the service decides. */
  pageSize?: { biorxiv?: number; arxivOai?: number };
}

/** PubMed, arXiv (query API and OAI-PMH), bioRxiv and medRxiv, and Europe PMC on one loopback port, over any corpus. */
export async function startSources({
  corpus = sampleLibrary,
  days = 14,
  now = () => new Date(),
  pageSize = {},
  ...place
}: SourcesOptions = {}) {
  const { records, skipped } = readCorpus(corpus);
  const library = new Library(records, { days, now });
  const calls = new Calls();
  const misbehavior = openMisbehavior();
  const { recordIndexes } = library;

  const app = new Hono<SourcesEnv>();
  app.use(count(calls), misbehave(misbehavior));
  app.route('/', arxivApi(recordIndexes.arxiv, now));
  app.route('/', arxivOai(recordIndexes.arxiv, now, pageSize.arxivOai));
  app.route('/', biorxiv(recordIndexes, pageSize.biorxiv));
  const cited = new Map<string, string[]>();
  const abstracts = new Map<string, string>();
  app.route('/', europepmc(recordIndexes.europepmc, cited, abstracts));
  app.route('/', pubmed(recordIndexes.pubmed));

  const { url, close } = await serveApp(app, place);
  return {
    url,
    /** The addresses to configure in the product. */
    environment: {
      PUBMED_URL: url,
      ARXIV_API_URL: `${url}/arxiv/api/query`,
      ARXIV_OAI_URL: `${url}/arxiv/oai`,
      BIORXIV_API_URL: url,
      EUROPEPMC_URL: `${url}${europepmcRoot}`,
    } satisfies Record<SourceAddress, string>,
    /** Lines of the corpus that could not be read, as `file:line`. */
    skipped,
    calls,
    /** Abstracts that Europe PMC has of articles of journals, by DOI in lower case. */
    abstracts,
    /** Gives one source a fault until changed; null restores it. */
    misbehave: misbehavior.set,
    withhold: (ids: string[]) => library.withhold(ids),
    release: (ids: string[]) => library.release(ids),
    change: (id: string, change: Change) => library.change(id, change),
    add: (records: CorpusRecordInput[]) => library.add(records),
    /** Europe PMC knows from now on that one of its papers cites these PMIDs. */
    cite: (doi: string, pmids: string[]) => void cited.set(doi, pmids),
    close,
  };
}
export type SourcesStandIn = Awaited<ReturnType<typeof startSources>>;
