import { pluck } from '#shared/values/pick.ts';
import { Library } from '../library.ts';
import { corpusRecord } from '../records/corpus.ts';
import { readArxivQuery } from './arxivQuery.ts';
import type { Expression } from './expression.ts';
import { readPubmedTerm, translation } from './pubmedTerm.ts';
import cases from './search.test.json' with { type: 'json' };

const papers = [
  ['1', 'Heart failures in the old', 'Outcomes of heart-failure care.', 'Cheng L', 'Sample Heart'],
  ['2', 'Failure of the kidney', 'The heart was spared; β-blockers helped.', 'Leo Hanke', 'Sample Kidney'],
  ['3', 'Bridges', 'Structural failure under load.', 'P Nazzaro', 'Sample Steel'],
  ['4', 'Hearts of oak', 'Wood anatomy.', 'Ana Cheng', 'Sample Wood'],
] as const;

const library = new Library(
  papers.flatMap(([id, title, abstract, author, journal], place) =>
    (['pubmed', 'arxiv'] as const).map((source) =>
      corpusRecord.parse({
        source,
        id: source === 'pubmed' ? id : `9901.0000${id}`,
        title,
        abstract,
        authors: [author],
        journal_or_category: source === 'pubmed' ? journal : ['cs.LG', 'cs.RO'][place % 2],
        on: `2026-03-0${id}`,
      }),
    ),
  ),
  { days: 7, now: () => new Date('2026-03-05T00:00:00Z') },
);

const byTerm = (term: string) => found('pubmed', readPubmedTerm(term).expression);
const byQuery = (query: string) => found('arxiv', readArxivQuery(query));
const found = (source: 'pubmed' | 'arxiv', expression: Expression | null): string =>
  expression
    ? pluck(library.recordIndexes[source].find(expression), 'id')
        .map((id) => id.at(-1))
        .join('')
    : '(empty)';

describe('PubMed terms', () => {
  test.each(Object.values(cases.pubmed).flat())('finds records for %s', (term, ids) =>
    expect(byTerm(term)).toBe(ids),
  );

  test('are repeated in PubMed’s translation', () => {
    const term = readPubmedTerm('(heart OR "kidney disease"[tiab]) AND oak[nonsense]');
    const said = '("heart"[All Fields] OR "kidney disease"[Title/Abstract]) AND "oak"[All Fields]';
    expect(translation(term.expression!)).toBe(said);
    expect(term.fieldsNotFound).toEqual(['[nonsense]']);
  });
});

describe('arXiv queries', () => {
  test.each(cases.arxiv)('finds records for %s', (query, ids) => expect(byQuery(query)).toBe(ids));

  test.each(['(all:a', 'all:a)', 'AND all:a', 'all:a OR', 'xyz:a', 'all:[202601010000 TO 202602010000]'])(
    '%s cannot be read',
    (query) => expect(() => readArxivQuery(query)).toThrow(/^malformed query/),
  );
});
