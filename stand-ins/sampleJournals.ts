import { readFileSync } from 'node:fs';
import type { CrossrefStandIn } from './crossref.ts';
import type { SourcesStandIn } from './sources/server.ts';

interface Sample {
  title: string;
  abstract?: string;
  authors: string[];
  /** How many days ago it was registered, and published if that was earlier; in how many days it is listed. */
  days: number;
  published?: number;
  withheld?: number;
  /** DOIs in its list of references. */
  cites?: string[];
}

interface Samples {
  journals: { title: string; ISSN: string[]; articles: Sample[] }[];
  /** Papers that Europe PMC names as citing these PMIDs. */
  preprints: (Sample & { pmids: string[] })[];
}

const day = 86_400_000;

/**
 * Registers invented journals outside PubMed: one that withholds articles, some that drop abstracts or register late, and
 * one with a namesake of the sample library. And preprints that cite papers of that library.
 */
export function addSampleJournals(
  { addJournal, register }: Pick<CrossrefStandIn, 'addJournal' | 'register'>,
  { add, cite }: Pick<SourcesStandIn, 'add' | 'cite'>,
  now: Date,
): void {
  const file = new URL('sampleJournals.json', import.meta.url);
  const { journals, preprints } = JSON.parse(readFileSync(file, 'utf8')) as Samples;
  const ago = (days: number) => new Date(now.getTime() - days * day);
  const workOf = (DOI: string, { authors, abstract, days, published = days, ...one }: Sample) => ({
    ...{ DOI, title: [one.title], createdAt: ago(days) },
    ...(abstract && { abstract: `<jats:p>${abstract}</jats:p>` }),
    ...(one.withheld && { withheldUntil: ago(-one.withheld) }),
    author: authors.map((name) => ({
      given: name.slice(0, name.lastIndexOf(' ')),
      family: name.split(' ').at(-1)!,
    })),
    published: { 'date-parts': [ago(published).toISOString().slice(0, 10).split('-').map(Number)] },
    reference: (one.cites ?? []).map((DOI) => ({ key: DOI, DOI })),
  });
  journals.forEach(({ articles, ...journal }, at) => {
    addJournal(journal);
    for (const [place, article] of articles.entries())
      register({
        ...workOf(`10.5555/litwatch-sample.j${at + 1}${String(place + 1).padStart(2, '0')}`, article),
        ...{ ISSN: journal.ISSN, 'container-title': [journal.title] },
      });
  });
  for (const [place, preprint] of preprints.entries()) {
    const id = `10.5555/litwatch-sample.c${place + 1}`;
    const { title, abstract, days, authors, pmids } = preprint;
    const on = ago(days).toISOString().slice(0, 10);
    add([
      {
        source: 'europepmc',
        id: `${id}/v1`,
        title,
        abstract,
        authors,
        on,
        journal_or_category: 'Sample Preprints',
      },
    ]);
    cite(id, pmids);
    register({ ...workOf(`${id}/v1`, preprint), type: 'posted-content' });
  }
}
