import { readArticles } from '../pubmed/replies.ts';
import { apart } from './readApart.ts';

const read = apart('pubmed', new URL('../pubmed/replies.ts', import.meta.url), readArticles);

const article = (pmid: number) =>
  `<PubmedArticle><MedlineCitation><PMID>${pmid}</PMID><Article><ArticleTitle>No ${pmid}</ArticleTitle>
<Abstract><AbstractText>${'Moss grows on roofs. '.repeat(100)}</AbstractText></Abstract></Article></MedlineCitation>
<PubmedData><History><PubMedPubDate PubStatus="entrez"><Year>2026</Year><Month>11</Month><Day>2</Day></PubMedPubDate>
</History></PubmedData></PubmedArticle>`;
const page = (articles: number) =>
  `<PubmedArticleSet>${Array.from({ length: articles }, (_, i) => article(i + 1)).join('')}</PubmedArticleSet>`;

describe('a reply made to keep us busy', () => {
  it('is read while the process goes on answering', async () => {
    let turns = 0;
    const done = read(page(2_000));
    const counting = setInterval(() => turns++, 1);
    const { records } = await done;
    clearInterval(counting);
    expect(records).toHaveLength(2_000);
    expect(records.at(-1)).toMatchObject({ sourceId: '2000', title: 'No 2000' });
    expect(turns).toBeGreaterThan(10);
  });

  it('is given up after its time, and stops no other', async () => {
    await read(page(1));
    const [late, next] = await Promise.allSettled([read(page(3_000), { ms: 1 }), read(page(2))]);
    expect(late).toMatchObject({
      status: 'rejected',
      reason: {
        name: 'SourceFailure',
        kind: 'too-large',
        message: 'PubMed answered with more than can be taken at once.',
      },
    });
    expect(next).toMatchObject({ status: 'fulfilled', value: { records: [{ sourceId: '1' }, {}] } });
  });

  it('fails as it would here', () =>
    expect(read('<PubmedArticleSet><PubmedArticle>')).rejects.toMatchObject({
      name: 'SourceFailure',
      kind: 'short',
      message: 'The answer of PubMed broke off before its end.',
    }));
});
