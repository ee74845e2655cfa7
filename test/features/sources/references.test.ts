import { opened } from '#test/opened.ts';
import { heartPaper, startWeeks } from '#test/weeks.ts';

const article = heartPaper('pubmed', 701, {
  authors: ['van der Okafor, Ada M.', 'Garcia Lopez, Juan', 'Moss Trial Group'],
  printed: { volume: '12', issue: '3', pages: '101-9', issn: '1234-5679', date: '2026 Apr' },
});
const title = 'Heart failure beyond $\\alpha_2$ in heart failure: a cohort';
const eprint = heartPaper('arxiv', 702, { title, authors: ['Lind, Åsa'] });

const weeks = await opened(startWeeks({ before: (sources) => sources.add([article, eprint]) }));
const reader = await weeks.follower('cites@example.org', 'heart failure');
const [digest] = await weeks.digestsOf(reader.termId);
const references = async (format: string) =>
  (await reader.get(`/api/digests/${digest!.id}/references.${format}`)).body;

describe('bibliographic data from sources', () => {
  it('have names split as in the source, and the printed journal, volume and pages', async () => {
    const all = (await references('json')) as { DOI?: string }[];
    expect(all.find(({ DOI }) => DOI === article.doi)).toMatchObject({
      author: [
        { family: 'van der Okafor', given: 'Ada M.' },
        { family: 'Garcia Lopez', given: 'Juan' },
        { literal: 'Moss Trial Group' },
      ],
      ...{ volume: '12', issue: '3', page: '101-109', ISSN: '1234-5679', PMID: article.id },
      issued: { 'date-parts': [[2026, 4]] },
    });
    const bibtex = String(await references('bib'));
    const authors = '{van der Okafor, Ada M. and Garcia Lopez, Juan and {Moss Trial Group}}';
    expect(bibtex).toContain(`author = ${authors}`);
    for (const field of ['volume = {12}', 'number = {3}', 'pages = {101--109}', 'issn = {1234-5679}'])
      expect(bibtex).toContain(field);
    const ris = String(await references('ris')).replaceAll('\r', '');
    expect(ris).toContain('AU  - van der Okafor, Ada M.\nAU  - Garcia Lopez, Juan\nAU  - Moss Trial Group');
  });

  it('have arXiv’s own DOI, and TeX only in BibTeX', async () => {
    const doi = '10.48550/arxiv.9903.10702';
    const all = (await references('json')) as { DOI?: string }[];
    const title = 'Heart failure beyond α2 in heart failure: a cohort';
    expect(all.find(({ DOI }) => DOI === doi)).toMatchObject({ title, publisher: 'arXiv' });
    const bibtex = String(await references('bib'));
    expect(bibtex).toContain('title = {{Heart failure beyond $\\alpha_2$ in heart failure: a cohort}}');
    expect(bibtex).toContain(`doi = {${doi}}`);
    expect(String(await references('ris'))).toContain(title);
  });
});
