import { eq } from 'drizzle-orm';
import { deliveredPapers, papers } from '#platform/db/schema.ts';
import { emptyCorpus, openCorpus, someTerm, sourceRecord } from '#test/corpus.ts';
import { opened } from '#test/opened.ts';
import { ingest } from '../works/ingest.ts';
import { retire } from './retention.ts';

const library = await opened(openCorpus());
beforeEach(async () => {
  await emptyCorpus(library);
  library.setClock('2026-08-20T09:00:00Z');
});

const preprint = sourceRecord('biorxiv', '10.1101/1');
const other = sourceRecord('arxiv', '2601.00001');

describe('retention', () => {
  it.each([
    ['old in both ways', '2025-07-10', '2025-07-15T00:00:00Z', true],
    ['available long ago, first seen lately', '2025-07-10', '2026-08-01T00:00:00Z', false],
    ['available 400 days ago', '2025-07-16', '2025-07-16T00:00:00Z', false],
  ])('keeps or deletes a work: %s', async (_, availableOn, seen, leaves) => {
    library.setClock(seen);
    await ingest(library, [{ ...preprint, availableOn }]);
    library.setClock('2026-08-20T09:00:00Z');
    expect(await retire(library)).toBe(leaves ? 1 : 0);
  });

  it('keeps works that were sent to a reader as long as the account exists', async () => {
    library.setClock('2025-01-01T00:00:00Z');
    const old = { availableOn: '2024-12-30' };
    const { ids } = await ingest(library, [
      { ...preprint, ...old },
      { ...other, ...old },
    ]);
    const term = await someTerm(library);
    await library.db.insert(deliveredPapers).values({ ...term, paperId: ids[0]! });
    library.setClock('2026-08-20T09:00:00Z');
    expect(await retire(library)).toBe(1);
    expect(await library.db.select({ id: papers.id }).from(papers)).toEqual([{ id: ids[0] }]);
    await library.db.delete(deliveredPapers).where(eq(deliveredPapers.paperId, ids[0]!));
    expect(await retire(library)).toBe(1);
  });

  it('deletes any number of works', async () => {
    library.setClock('2025-01-01T00:00:00Z');
    const many = Array.from({ length: 1200 }, (_, at) =>
      sourceRecord('arxiv', `2412.${at}`, { availableOn: '2024-12-30' }),
    );
    await ingest(library, many);
    library.setClock('2026-08-20T09:00:00Z');
    expect(await retire(library)).toBe(1200);
  });
});
