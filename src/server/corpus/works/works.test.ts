import { emptyCorpus, openCorpus, sourceRecord } from '#test/corpus.ts';
import { opened } from '#test/opened.ts';
import { ingest } from './ingest.ts';
import { worksById } from './works.ts';

const library = await opened(openCorpus());
beforeEach(async () => {
  await emptyCorpus(library);
  library.setClock('2026-08-20T09:00:00Z');
});

const preprint = sourceRecord('biorxiv', '10.1101/1');
const article = sourceRecord('pubmed', '41', { doi: '10.1000/j.1' });
const other = sourceRecord('arxiv', '2601.00001');
const link = { identifiers: [{ kind: 'doi', value: '10.1000/j.1' } as const] };

describe('works by id', () => {
  it('come in the requested order, without duplicates and unknown ones', async () => {
    const { ids } = await ingest(library, [preprint, article, other]);
    const [first, second, third] = ids as [number, number, number];
    const found = await worksById(library, [third, 9999, first, third, second]);
    expect(found.map(({ id }) => id)).toEqual([third, first, second]);
    expect(await worksById(library, [])).toEqual([]);
  });

  it('include the work’s other sources and its events', async () => {
    const { ids } = await ingest(library, [preprint]);
    library.pass(86_400_000);
    await ingest(library, [{ ...article, identifiers: [{ kind: 'doi', value: '10.1101/1' }] }]);
    const [found] = await worksById(library, ids);
    expect(found).toMatchObject({
      id: ids[0],
      source: 'pubmed',
      url: article.url,
      journal: article.journal,
      availableOn: '2026-08-10',
      firstSeenAt: new Date('2026-08-21T09:00:00Z'),
      alsoAt: [{ source: 'biorxiv', url: preprint.url }],
      events: [{ kind: 'now-published', at: new Date('2026-08-21T09:00:00Z') }],
    });
  });

  it('are found by the id of an absorbed work, with its events', async () => {
    const { ids } = await ingest(library, [preprint, article]);
    const [older, younger] = ids as [number, number];
    library.pass(1000);
    await ingest(library, [{ ...preprint, ...link }]);
    expect(await worksById(library, [younger])).toMatchObject([
      { id: older, formerIds: [younger], events: [{ paperId: older, kind: 'now-published' }] },
    ]);
  });
});
