import { readArticles, readHeadings, readSearch } from '#sources/pubmed/replies.ts';
import { missing, recorded, recordedNames } from './recorded.ts';

const articles = (name: string) => readArticles(recorded('pubmed', name));
const article = (name: string, pmid?: string) =>
  articles(name).records.find(({ sourceId }) => !pmid || sourceId === pmid);

describe.skipIf(missing)('recorded esearch of PubMed', () => {
  const search = (name: string) => readSearch(recorded('pubmed', name));

  it('reads the history key of a result set and its count', () => {
    const set = search('biopython-esearch2.xml');
    expect(set).toMatchObject({ count: 42_249, queryKey: '1', webEnv: expect.stringMatching(/^MCID_/) });
    expect(set.ids).toHaveLength(100);
  });

  it('reads an unknown phrase as no papers, and ignores one next to hits', () => {
    const nothing = { count: 0, ids: [], translation: '(abcXYZ[All Fields])' };
    expect(search('biopython-esearch8.xml')).toMatchObject(nothing);
    expect(search('eutilsjson-esearch.error.xml').count).toBe(5163);
  });

  it('reads JSON, and the warning that an order was ignored', () => {
    expect(search('fastpaper-esearch.json')).toMatchObject({ count: 115_258, warnings: [] });
    expect(search('sotawhat-esearch-warning-unknown-sort.json').warnings).toEqual([
      "Unknown sort schema 'date' ignored",
    ]);
  });

  it('rejects errors with status 200', () => {
    expect(() => search('eutilsjson-esearch.baderror.xml')).toThrow(
      expect.objectContaining({ kind: 'refused', detail: 'Invalid db name specified: fleegle' }),
    );
    expect(() => search('biopython-epost3.xml')).toThrow(
      expect.objectContaining({
        kind: 'refused',
        detail: expect.stringContaining('Some IDs have invalid value'),
      }),
    );
    const { body } = JSON.parse(recorded('pubmed', 'quoted-429-rate-limit.json'));
    expect(() => readSearch(JSON.stringify(body))).toThrow(expect.objectContaining({ kind: 'rate-limited' }));
  });
});

describe.skipIf(missing)('recorded efetch of PubMed', () => {
  it('reads every record of the baseline samples', () => {
    const pages = recordedNames('pubmed', /^baseline-sample/).map(articles);
    const records = pages.flatMap((page) => page.records);
    expect(records).toHaveLength(319);
    expect(pages.every(({ malformed }) => malformed === 0)).toBe(true);
    expect(records.filter(({ abstract }) => abstract === null)).toHaveLength(61);
    expect(
      records.filter(({ publicationDate }) => /^\d{4} \w{3}[-/]\w{3}$/.test(publicationDate ?? '')),
    ).toHaveLength(12);
    for (const { title, abstract } of records)
      expect(`${title} ${abstract}`).not.toMatch(/<\/?\w+>|&(?:amp|lt|gt);/);
  });

  it('recognizes a retraction', () =>
    expect(article('baseline-sample-pubmed21n1005.xml.gz', '31541003')?.state).toBe('retracted'));

  it('counts book chapters separately', () => {
    expect(articles('eutilsjson-efetch.pubmedexample.xml')).toMatchObject({ books: 1, malformed: 0 });
    expect(articles('eutilsjson-efetch.pubmedbook.xml')).toMatchObject({ books: 1, records: [] });
  });

  it('reads deleted PMIDs', () => {
    expect(articles('ncbiutils-pubmed22n1115.xml').deleted).toHaveLength(34);
    expect(articles('ncbiutils-pubmed22n1313.xml').deleted).toHaveLength(559);
  });

  it('reads markup in titles and abstracts as plain text', () => {
    expect(article('jabref-ArticleItalics.xml')?.title).not.toMatch(/<|\s{2}/);
    expect(article('reciter-efetch-28356292.xml')?.title).not.toMatch(/</);
    expect(article('jabref-MathML.xml', '32759406')?.abstract).toMatch(/√|\//);
  });

  it('keeps the labels of abstracts, one line each', () => {
    const abstract = article('titipata-efetch-29768149.xml')?.abstract ?? '';
    expect(abstract.split('\n').length).toBeGreaterThan(2);
    expect(abstract).toMatch(/^[A-Z ]+: /);
  });

  it('names collective authors', () => {
    expect(article('biopython-efetch-pubmed7.xml')?.authors.some((name) => name.split(' ').length > 3)).toBe(
      true,
    );
    expect(articles('sulpub-efetch-longer-than-64kb-1.xml').records[0]?.authors.length).toBeGreaterThan(100);
  });

  it('finds a DOI that is only in ELocationID', () =>
    expect(articles('sulpub-efetch-doi-in-elocationid-1.xml').records[0]?.doi).toMatch(/^10\./));

  it('reads very old and very new records', () => {
    expect(articles('sulpub-efetch-pmids-211-589-591-960-1.xml').records).toHaveLength(4);
    for (const { availableOn } of articles('sotawhat-efetch.xml').records)
      expect(availableOn).toMatch(/^2026-/);
    for (const { availableOn } of articles('fastpaper-efetch.xml').records)
      expect(availableOn).toMatch(/^2026-/);
  });
});

describe.skipIf(missing)('recorded esummary of MeSH', () => {
  it('reads the terms of a heading in the order in which papers write them', () =>
    expect(readHeadings(recorded('mesh', 'esummary-mesh-67414177.json'))).toEqual([
      ['hCAT-2 transport protein'],
    ]));
});
