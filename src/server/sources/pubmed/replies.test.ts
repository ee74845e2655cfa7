import { fixture } from '#test/fixtures/sources/read.ts';
import { readArticle } from './article.ts';
import cases from './replies.test.json' with { type: 'json' };
import { readArticles, readSearch } from './replies.ts';

describe('readArticles', () => {
  const page = readArticles(fixture('pubmed/efetch.xml'));
  const [article, foreign, preprint] = page.records;

  it('reads an article with markup, labels, names and days', () => expect(article).toEqual(cases.article));

  it('falls back to the title in its own language, and recognizes a retraction', () =>
    expect(foreign).toMatchObject({
      title: 'Ergebnisse, die es nicht gibt.',
      abstract: null,
      authors: [],
      doi: '10.5555/abc',
      journal: 'Rev Invent',
      publicationDate: '2026 Winter',
      state: 'retracted',
    }));

  it('links a preprint to its article and its arXiv identifier', () =>
    expect(preprint?.identifiers).toEqual([
      { kind: 'pmid', value: '90000003' },
      { kind: 'arxiv', value: '2610.01234' },
      { kind: 'pmid', value: '90000001' },
      { kind: 'doi', value: '10.5555/invented.2026.1' },
    ]));

  it('counts books, broken records and deletions separately', () => {
    expect(page.records).toHaveLength(3);
    expect(page.books).toBe(1);
    expect(page.malformed).toBe(2);
    expect(page.deleted.map(({ value }) => value)).toEqual(['90000007', '90000008']);
  });

  it('rejects anything but a set of articles', () => {
    expect(() => readArticles('<eFetchResult><ERROR>Empty result</ERROR></eFetchResult>')).toThrow(
      expect.objectContaining({ kind: 'refused', detail: 'Empty result' }),
    );
    expect(() => readArticles('<ERROR>Search Backend failed: timed out</ERROR>')).toThrow(
      expect.objectContaining({ kind: 'unavailable' }),
    );
    expect(() => readArticles('<other/>')).toThrow(expect.objectContaining({ kind: 'malformed' }));
  });
});

describe('readArticle', () => {
  const article = (inner: string, links = '', more = '') =>
    readArticle(
      `<PubmedArticle><MedlineCitation><PMID>1</PMID><Article><ArticleTitle>${inner}</ArticleTitle>${more}</Article>${links}` +
        '<KeywordList Owner="NOTNLM"/></MedlineCitation><PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>2026</Year>' +
        '<Month>11</Month><Day>2</Day></PubMedPubDate></History></PubmedData></PubmedArticle>',
    )!;

  it('does not read editions of a review as one work', () => {
    const links =
      '<CommentsCorrectionsList><CommentsCorrections RefType="UpdateOf"><RefSource>Cochrane Database Syst Rev. doi: 10.5555/x</RefSource><PMID>2</PMID></CommentsCorrections>' +
      '<CommentsCorrections RefType="UpdateOf"><RefSource>medRxiv. 2026 Jan 5. doi: 10.1101/2026.01.05.1.</RefSource></CommentsCorrections></CommentsCorrectionsList>';
    expect(article('A review', links).identifiers).toEqual([
      { kind: 'pmid', value: '1' },
      { kind: 'doi', value: '10.1101/2026.01.05.1' },
    ]);
  });

  it('keeps the title in the article’s own language with its translation', () => {
    expect(article('[Sickle cell disease].', '').indexed).toBeUndefined();
    expect(
      article('[Sickle cell disease].', '', '<VernacularTitle>La drépanocytose.</VernacularTitle>').indexed,
    ).toEqual({ substances: [], classes: [], ownTitle: 'La drépanocytose.' });
    expect(
      article('[Not available].', '', '<VernacularTitle>La drépanocytose.</VernacularTitle>').indexed,
    ).toBeUndefined();
  });

  it('keeps no more names than real records have', () => {
    const many = (number: string, end: string) =>
      Array.from(
        { length: 500 },
        (_, i) =>
          `<Chemical><RegistryNumber>${number}</RegistryNumber><NameOfSubstance>n${i}${end}</NameOfSubstance></Chemical>`,
      ).join('');
    const list = `<ChemicalList>${many('53AXN4NNHX', '')}${many('0', ' Inhibitors')}${many('53AXN4NNHX', 'x'.repeat(200))}</ChemicalList>`;
    const { substances, classes } = article('Many', list).indexed!;
    expect([substances.length, classes.length]).toEqual([20, 10]);
  });

  it('reads its authors beside editors, pages in parts and a DOI with a stop', () => {
    const of = (more: string) => article('Moss', '', more);
    const person = (name: string) => `<Author><LastName>${name}</LastName></Author>`;
    const lists = `<AuthorList Type="editors">${person('Ed')}</AuthorList><AuthorList>${person('Okafor')}</AuthorList>`;
    expect(of(lists).authors).toEqual(['Okafor']);
    expect(of(`<AuthorList Type="editors">${person('Ed')}</AuthorList>`).authors).toEqual(['Ed']);
    const pages = (inner: string) => of(`<Pagination>${inner}</Pagination>`).bibliography?.pages;
    expect(pages('<StartPage>S1</StartPage><EndPage>S12</EndPage><MedlinePgn/>')).toBe('S1-S12');
    expect(pages('<StartPage>e1234</StartPage>')).toBe('e1234');
    expect(pages('<StartPage>1</StartPage><MedlinePgn>1-9</MedlinePgn>')).toBe('1-9');
    const doi = '<ELocationID EIdType="doi">https://doi.org/10.9999/MOSS.1.</ELocationID>';
    expect(of(doi).doi).toBe('10.9999/moss.1');
  });

  it('recognizes a withdrawn article by its title', () => {
    expect(article('WITHDRAWN: A review.').state).toBe('withdrawn');
    expect(article('Withdrawn patients').state).toBe('current');
  });
});

describe('readSearch', () => {
  it('reads hits, the history key, the translation and warnings', () =>
    expect(readSearch(fixture('pubmed/esearch.json'))).toEqual({
      count: 6,
      ids: ['90000003', '90000001'],
      webEnv: 'MCID_invented',
      queryKey: '1',
      translation: '"fictus"[All Fields] AND "uptake"[All Fields]',
      warnings: ["Unknown sort schema 'best' ignored"],
    }));

  it('reads an unknown phrase as no papers', () =>
    expect(readSearch(fixture('pubmed/esearch-nothing.xml'))).toMatchObject({ count: 0, ids: [] }));

  it.each([
    [fixture('pubmed/esearch-error.xml'), 'refused'],
    ['{"header":{},"esearchresult":{"ERROR":"Invalid db name specified: pubmad"}}', 'refused'],
    ['{"error":"API rate limit exceeded","api-key":"192.0.2.1","count":"4","limit":"3"}', 'rate-limited'],
    ['{"esearchresult":{"ERROR":"Search Backend failed: temporarily down"}}', 'unavailable'],
    ['{"esearchresult":{"count":"many"}}', 'malformed'],
    ['{"esearchresult":{}}', 'malformed'],
    ['[1, 2}', 'malformed'],
    ['{"esearchresult":{"count":"1', 'short'],
    ['<eSearchResult><Count>1</Count>', 'short'],
    ['<eSearchResult><Count>x</Count></eSearchResult>', 'malformed'],
  ])('%s is %s', (body, kind) =>
    expect(() => readSearch(body)).toThrow(
      expect.objectContaining({ name: 'SourceFailure', source: 'pubmed', kind }),
    ),
  );
});
