import { apart } from '../client/readApart.ts';
import type { Identifier, LookUp, SourceRecord } from '../record/source.ts';
import { call, type PubmedOptions } from './eutils.ts';
import { readArticles, readSearch } from './replies.ts';

const replies = new URL('./replies.ts', import.meta.url);

/** Works by PMID, and by DOI through PubMed's index of DOIs. At most two calls. */
export const lookUpWorks = (options: PubmedOptions): LookUp => ({
  atMost: 200,
  mayKnow: ({ kind, value }) =>
    kind === 'pmid' ? /^\d{1,9}$/.test(value) : kind === 'doi' && !value.startsWith('10.48550/arxiv.'),
  async find(identifiers, { signal } = {}) {
    const pmids = identifiers.flatMap(({ kind, value }) => (kind === 'pmid' ? value : []));
    const found = await pmidsOf(options, identifiers, signal);
    return articles(options, [...new Set([...pmids, ...found])], signal);
  },
});

/** The PMIDs of the DOIs. Skips a DOI with quotes or brackets, which would end the phrase; PubMed has none. */
async function pmidsOf(
  options: PubmedOptions,
  identifiers: Identifier[],
  signal: AbortSignal | undefined,
): Promise<string[]> {
  const dois = identifiers.flatMap(({ kind, value }) =>
    kind === 'doi' && !/["[\]\s]/.test(value) ? `"${value}"[doi]` : [],
  );
  if (!dois.length) return [];
  const { ids } = await call(options, 'esearch', {
    form: { term: dois.join(' OR '), retmax: 2 * dois.length, retmode: 'json' },
    read: apart('pubmed', replies, readSearch),
    signal,
  });
  return ids;
}

async function articles(
  options: PubmedOptions,
  pmids: string[],
  signal: AbortSignal | undefined,
): Promise<SourceRecord[]> {
  if (!pmids.length) return [];
  const { records } = await call(options, 'efetch', {
    form: { id: pmids.join(','), retmode: 'xml' },
    read: apart('pubmed', replies, readArticles),
    signal,
  });
  return records;
}
