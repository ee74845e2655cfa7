import ris from '@customcommander/ris';
import { type BibDB, parse as parseBibtex, parseCSL } from 'biblatex-csl-converter';
import fc from 'fast-check';
import { nameOf } from '#corpus/works/identity/nameOf.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { writeBibtex } from './bibtex.ts';
import { type CitedPaper, citationsOf, issued } from './citation.ts';
import { writeCsl } from './csl.ts';
import { writeRis } from './ris.ts';

// Output is read back by parsers that are independent of the writers.

const article = {
  source: 'pubmed',
  relevanceScore: 0.9,
  title: 'Mossbauer spectra of CRISPR–Cas9 & a β-catenin sink',
  authors: [
    'José García',
    'Maria van der Berg Jr.',
    'The ALICE & Friends Collaboration',
    '中村 修二',
    'Madonna',
  ],
  journal: 'Annals of Invented Results & Methods',
  doi: '10.5555/a_b<c>',
  url: 'https://pubmed.ncbi.nlm.nih.gov/990001007/',
  abstract: 'One & two.\nThree: 50% of $4.',
  publishedOn: '2026-08-03',
  publicationTypes: ['Journal Article'],
} satisfies PaperInput;

const preprint = {
  source: 'arxiv',
  relevanceScore: 0.8,
  title: 'A preprint',
  authors: ['Ada Li'],
  url: 'https://arxiv.org/abs/2608.01234',
  publishedOn: '2026-08-02',
  publicationTypes: ['Preprint'],
  version: 2,
} satisfies PaperInput;

const cited = (...papers: PaperInput[]): CitedPaper[] => papers.map((paper) => ({ paper, work: undefined }));
const readRis = (text: string) => ris.read(text.replaceAll('\r\n', '\n'))!;
const readBibtex = (text: string) => {
  const { entries, errors } = parseBibtex(text, { processUnknown: true, processUnexpected: true });
  expect(errors).toEqual([]);
  return Object.values(entries);
};
const textOf = (nodes: unknown): string =>
  (nodes as { text?: string }[]).map(({ text = '' }) => text).join('');
const personsOf = ({ fields }: BibDB[number]) =>
  (fields.author as Record<string, unknown>[]).map((person) =>
    Object.fromEntries(
      Object.entries(person).map(([part, value]) => [part, Array.isArray(value) ? textOf(value) : value]),
    ),
  );

describe('RIS', () => {
  test('contains every field, people split into names and a group as a whole', () => {
    const text = writeRis(citationsOf(cited(article)));
    expect(text.startsWith('TY  - JOUR\r\n')).toBe(true);
    expect(text.endsWith('ER  - \r\n')).toBe(true);
    const [entry] = readRis(text);
    expect(entry).toMatchObject({
      TY: ['JOUR'],
      TI: [article.title],
      T2: [article.journal],
      PY: ['2026'],
      DA: [{ year: '2026', month: '08', day: '03', info: '' }],
      DO: [article.doi],
      UR: [article.url],
      AN: ['990001007'],
      AB: ['One & two. Three: 50% of $4.'],
    });
    expect(entry!.AU).toMatchObject([
      { last_name: 'García', first_name: 'José' },
      { last_name: 'van der Berg', first_name: 'Maria', suffix: 'Jr.' },
      { last_name: 'The ALICE & Friends Collaboration' },
      { last_name: '中村 修二' },
      { last_name: 'Madonna' },
    ]);
  });

  test('distinguishes preprints from articles', () => {
    const [entry] = readRis(writeRis(citationsOf(cited(preprint))));
    const names = { TY: ['UNPB'], PB: ['arXiv'], M1: ['arXiv:2608.01234'], M3: ['Preprint'] };
    expect(entry).toMatchObject({ ...names, DO: ['10.48550/arxiv.2608.01234'] });
    expect(entry!.T2).toBeUndefined();
  });
});

describe('BibTeX', () => {
  test('contains every field, and is parsed to the source’s values', async () => {
    const text = await writeBibtex(citationsOf(cited(article)));
    const [entry] = readBibtex(text);
    const fields = { date: '2026-08', doi: article.doi, url: article.url };
    expect(entry).toMatchObject({ bib_type: 'article', entry_key: 'garcia2026mossbauer', fields });
    // TeX's notation of the dash, which BibTeX parsers understand.
    expect(textOf(entry!.fields.title).replace('--', '–')).toBe(article.title);
    expect(textOf(entry!.fields.journaltitle)).toBe(article.journal);
    expect(personsOf(entry!)).toEqual([
      { family: 'García', given: 'José' },
      { prefix: 'van der', useprefix: true, family: 'Berg', given: 'Maria', suffix: 'Jr.' },
      { literal: article.authors[2] },
      { literal: '中村 修二' },
      { literal: 'Madonna' },
    ]);
    expect(text).toContain('{CRISPR--Cas9} \\& a $\\beta$-catenin');
    expect(text).toContain('month = aug');
  });

  test('has arXiv’s own fields for arXiv papers, and for articles with a preprint there', async () => {
    const both = { ...article, alsoAt: [{ source: 'arxiv', url: 'https://arxiv.org/abs/hep-th/9901001v3' }] };
    const work = { source: 'arxiv', categories: ['cs.CL', 'cs.AI'], state: 'current', publicationDate: null };
    const citations = citationsOf([
      { paper: preprint, work: work as unknown as CitedPaper['work'] },
      ...cited(both as PaperInput),
    ]);
    const [first, second] = readBibtex(await writeBibtex(citations));
    expect(first).toMatchObject({ bib_type: 'misc', fields: { eprint: '2608.01234' } });
    expect(textOf(first!.fields.eprinttype)).toBe('arXiv');
    expect(textOf(first!.fields.eprintclass)).toBe('cs.CL');
    expect(textOf(first!.fields.howpublished)).toBe('arXiv preprint arXiv:2608.01234');
    expect(textOf(first!.fields.note)).toBe('Version 2');
    expect(second).toMatchObject({ bib_type: 'article', fields: { eprint: 'hep-th/9901001' } });
  });

  test('contains no executable TeX and no unbalanced braces', async () => {
    const title = '\\input{/etc/passwd} } @article{evil, title={x}} \\write18{rm} % $ ^^41 ~';
    const text = await writeBibtex(citationsOf(cited({ ...article, title, abstract: title, journal: '}{' })));
    expect(readBibtex(text)).toHaveLength(1);
    const commands = new Set([...text.matchAll(/\\[a-zA-Z]+/g)].map(([command]) => command));
    for (const command of ['\\input', '\\write']) expect(commands).not.toContain(command);
    expect(text.match(/(?<!\\)\{/g)!.length).toBe(text.match(/(?<!\\)\}/g)!.length);
  });
});

test('CSL-JSON has the types and names that citeproc knows', () => {
  const items = JSON.parse(writeCsl(citationsOf(cited(article, preprint))));
  expect(items).toMatchObject([
    {
      id: 'garcia2026mossbauer',
      type: 'article-journal',
      'container-title': article.journal,
      DOI: article.doi,
      PMID: '990001007',
      issued: { 'date-parts': [[2026, 8, 3]] },
      author: [
        { family: 'García', given: 'José' },
        { family: 'Berg', given: 'Maria', 'non-dropping-particle': 'van der', suffix: 'Jr.' },
        { literal: article.authors[2] },
        { literal: '中村 修二' },
        { literal: 'Madonna' },
      ],
    },
    { type: 'article', genre: 'Preprint', publisher: 'arXiv', number: 'arXiv:2608.01234', note: 'Version 2' },
  ]);
  const entries = parseCSL(Object.fromEntries(items.map((item: { id: string }) => [item.id, item])));
  const titles = Object.values(entries).map(({ fields }) => textOf(fields.title));
  expect(titles).toEqual([article.title, preprint.title]);
});

describe('citation with data from its source', () => {
  const work = {
    source: 'pubmed',
    title: article.title,
    authors: ['Ana Lima Souza', 'Van Nguyen', 'Cher'],
    categories: [],
    state: 'current',
    publicationDate: '2026 Aug',
    bibliography: {
      names: [
        { family: 'Lima Souza', given: 'Ana' },
        { family: 'Nguyen', given: 'Van' },
        { literal: 'Cher' },
      ],
      volume: '12',
      issue: '3-4',
      pages: '1101-10',
      issn: '1234-5678',
      titleTex: String.raw`The $\beta$-catenin of \v{S}koda`,
    },
  };
  const citations = citationsOf([
    { paper: { ...article, authors: work.authors }, work: work as unknown as CitedPaper['work'] },
  ]);

  test('keeps names split in every format', async () => {
    expect(citations[0]!.authors).toEqual(work.bibliography.names);
    const [entry] = readRis(writeRis(citations));
    expect(entry).toMatchObject({ VL: ['12'], IS: ['3-4'], SP: ['1101'], EP: ['1110'], SN: ['1234-5678'] });
    expect(JSON.parse(writeCsl(citations))).toMatchObject([
      { volume: '12', issue: '3-4', page: '1101-1110', ISSN: '1234-5678' },
    ]);
    const [read] = readBibtex(await writeBibtex(citations));
    expect(personsOf(read!)[0]).toEqual({ family: 'Lima Souza', given: 'Ana' });
    expect(textOf(read!.fields.volume)).toBe('12');
  });

  test('keeps the authors’ TeX only in BibTeX, and only if it is harmless', async () => {
    expect(await writeBibtex(citations)).toContain(String.raw`title = {{The $\beta$-catenin of \v{S}koda}}`);
    expect(writeRis(citations)).toContain(article.title);
    for (const titleTex of [
      String.raw`\input{x}`,
      'a } b',
      '50% of $x',
      String.raw`$\def\x{}$`,
      '^^41 $x$',
      'a \\',
    ]) {
      const hostile = { ...work, bibliography: { ...work.bibliography, titleTex } };
      const [citation] = citationsOf([{ paper: article, work: hostile as unknown as CitedPaper['work'] }]);
      expect(await writeBibtex([citation!])).not.toContain(titleTex);
    }
  });
});

test('every citation is read back completely, for any title, name or journal', {
  timeout: 60_000,
}, async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 60 }),
    fc.stringMatching(/^[A-Za-z{}\\$&#%_^~"@,=<> \r\n-]{0,60}$/),
    fc.constantFrom(
      'a\r\nER  - \r\nTY  - BOOK',
      '}\n@misc{x, title={y}}',
      'and and and',
      ', , ,',
      '\u202e\u2028TI  - x',
    ),
  );
  const paper = fc.record({
    source: fc.constantFrom('pubmed', 'arxiv', 'biorxiv', 'medrxiv'),
    relevanceScore: fc.constant(0.5),
    title: hostile,
    authors: fc.array(hostile, { maxLength: 4 }),
    journal: fc.option(hostile),
    abstract: fc.option(hostile),
    doi: fc.option(hostile),
    url: fc.option(fc.oneof(fc.webUrl(), hostile)),
    publishedOn: fc.option(fc.oneof(fc.constant('2026-08-03'), hostile)),
    version: fc.option(fc.nat({ max: 30 })),
  }) as fc.Arbitrary<PaperInput>;
  await fc.assert(
    fc.asyncProperty(fc.array(paper, { minLength: 1, maxLength: 5 }), async (papers) => {
      const citations = citationsOf(cited(...papers));
      const keys = citations.map(({ key }) => key);
      expect(new Set(keys).size).toBe(papers.length);
      const risRead = readRis(writeRis(citations));
      expect(risRead.map(({ ID }) => ID)).toEqual(keys.map((key) => [key]));
      expect(risRead.map(({ TI }) => TI)).toEqual(citations.map(({ title }) => [title]));
      expect(readBibtex(await writeBibtex(citations)).map(({ entry_key }) => entry_key)).toEqual(keys);
      expect(JSON.parse(writeCsl(citations))).toHaveLength(papers.length);
    }),
    { numRuns: 400 },
  );
});

test.each([
  ['J. P. Smith', { family: 'Smith', given: 'J. P.' }],
  ['Simone de la Cruz', { family: 'Cruz', given: 'Simone', particle: 'de la' }],
  [
    'Hans-Peter von und zu Liechtenstein',
    { family: 'Liechtenstein', given: 'Hans-Peter', particle: 'von und zu' },
  ],
  ['Martin Luther King Jr', { family: 'King', given: 'Martin Luther', suffix: 'Jr' }],
  ['MÜLLER J', { family: 'MÜLLER', given: 'J' }],
  ['GARCIA MARQUEZ G', { family: 'GARCIA MARQUEZ', given: 'G' }],
  ['van der Berg M', { family: 'Berg', given: 'M', particle: 'van der' }],
  ['LI X.-Y.', { family: 'LI', given: 'X.-Y.' }],
  ['Ramesh Kumar S', { family: 'S', given: 'Ramesh Kumar' }],
  ['Sammy Davis, Jr.', { family: 'Davis', given: 'Sammy', suffix: 'Jr.' }],
  ['M Smith', { family: 'Smith', given: 'M' }],
  ['Smith, J. P.', { family: 'Smith', given: 'J. P.' }],
  ['Plato', { literal: 'Plato' }],
  ['ALICE Collaboration', { literal: 'ALICE Collaboration' }],
  ['COVID-19 Response Investigators', { literal: 'COVID-19 Response Investigators' }],
  ['de Souza', { literal: 'de Souza' }],
])('reads the name %s', (text, name) => expect(nameOf(text)).toEqual(name));

test.each([
  ['2026-08-03', { year: 2026, month: 8, day: 3 }],
  ['2026 Mar 14', { year: 2026, month: 3, day: 14 }],
  ['2019 Sep-Oct', { year: 2019, month: 9 }],
  ['1998 Winter', { year: 1998 }],
  ['2025 Sep-2026 Jan', { year: 2025, month: 9 }],
  ['Dec 2025-Jan 2026', { year: 2025, month: 12 }],
  ['Sep 5 2026', { year: 2026, month: 9, day: 5 }],
  ['Winter 2025', { year: 2025 }],
  ['2026 1st Quart', { year: 2026 }],
  ['2025 Spring-Summer', { year: 2025 }],
  ['3 Aug 2026', { year: 2026, month: 8, day: 3 }],
  ['Nov-Dec 2025', { year: 2025, month: 11 }],
  ['2025 Dec-2026 Jan', { year: 2025, month: 12 }],
  ['March 1, 2026', { year: 2026, month: 3, day: 1 }],
  ['20260301', { year: 2026, month: 3, day: 1 }],
  ['2026 Feb 30', { year: 2026, month: 2 }],
  ['2026', { year: 2026 }],
  ['soon', null],
  [null, null],
])('reads the date %s', (words, date) => expect(issued(words)).toEqual(date));

test.each([
  ['Moss on walls.', 'Moss on walls'],
  ['[Moss on roofs: a survey].', 'Moss on roofs: a survey'],
  ['[Moss on roofs.]', 'Moss on roofs'],
  ['[Moss on roofs]..', 'Moss on roofs'],
  ['Moss on roofs..', 'Moss on roofs'],
  ['Moss in the U.S.A.', 'Moss in the U.S.A.'],
  ['[18F]FDG and [RNA].', '[18F]FDG and [RNA]'],
  ['Moss of the U.S.', 'Moss of the U.S.'],
  ['Growth of Bryum spp.', 'Growth of Bryum spp.'],
  ['To grow or not ...', 'To grow or not ...'],
  ['Why moss?', 'Why moss?'],
])('writes the title %s without what an index adds', (title, expected) =>
  expect(citationsOf([{ paper: { ...article, title }, work: undefined }])[0]!.title).toBe(expected),
);

test.each([
  ['S1-12', ['S1', 'S12']],
  ['123.e1-5', ['123.e1', '123.e5']],
  ['123-9.e3', ['123', '129.e3']],
  ['xi-xii', ['xi', 'xii']],
  ['e1-10', ['e1', 'e10']],
  ['S101-8', ['S101', 'S108']],
  ['S1-S12', ['S1', 'S12']],
  ['12a-15b', ['12a', '15b']],
  ['e1002', ['e1002']],
  ['-', null],
  ['E234-40', ['E234', 'E240']],
  ['pp. 12-15', ['12', '15']],
  ['1-10; discussion 11', ['1-10; discussion 11']],
])('reads the pages %s', (pages, expected) => {
  const bibliography = { names: [], pages };
  const work = { authors: [], categories: [], bibliography } as unknown as CitedPaper['work'];
  expect(citationsOf([{ paper: article, work }])[0]!.pages).toEqual(expected);
});

test('keys are unique, even for equal author, year and title', () => {
  const keys = citationsOf(cited(preprint, preprint, { ...preprint, title: '', authors: [] })).map(
    ({ key }) => key,
  );
  expect(keys).toEqual(['li2026preprint', 'li2026preprintx2', 'anonymous2026untitled']);
});
