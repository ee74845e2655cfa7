import { eq } from 'drizzle-orm';
import { deliveredPapers, harvests, paperEvents, paperRecords, papers } from '#platform/db/schema.ts';
import { type HarvestPage, SourceFailure } from '#sources/record/source.ts';
import { contentOf, emptyCorpus, openCorpus, someTerm, sourceOf, sourceRecord } from '#test/corpus.ts';
import { opened } from '#test/opened.ts';
import { harvest } from './harvest.ts';
import { leaseHarvest } from './lease.ts';

const library = await opened(openCorpus());
beforeEach(() => emptyCorpus(library));
afterEach(() => library.setClock('2026-08-20T09:00:00Z'));

const page = (...ids: number[]): Partial<HarvestPage> => ({
  records: ids.map((id) => sourceRecord('pubmed', String(id))),
});

/** The corpus with a PubMed that returns these pages. */
const pubmed = (...pages: (Partial<HarvestPage> | Error)[]) => {
  const source = sourceOf(pages);
  return { app: { ...library, sources: { ...library.sources, pubmed: source } }, asked: source.asked };
};

/** The same, doing this before each page, by its number from 0, arrives. */
const withBefore = ({ app }: ReturnType<typeof pubmed>, before: (at: number) => unknown) => {
  const { pubmed } = app.sources;
  const paced = {
    name: 'pubmed' as const,
    async *harvest(...ask: Parameters<typeof pubmed.harvest>) {
      let at = 0;
      for await (const one of pubmed.harvest(...ask)) {
        await before(at++);
        yield one;
      }
    },
  };
  return { ...app, sources: { ...app.sources, pubmed: paced } };
};

const rows = () => library.db.select().from(harvests).orderBy(harvests.id);
const storedIds = async () =>
  (await library.db.select({ id: paperRecords.sourceId }).from(paperRecords)).map(({ id }) => id).sort();

describe('harvest', () => {
  it('stores every page and reports what it read', async () => {
    const { app, asked } = pubmed({ ...page(1, 2), total: 3, malformed: 1 }, page(3));
    const read = { pages: 2, received: 3, malformed: 1 };
    expect(await harvest(app, 'pubmed')).toMatchObject({
      ...{ outcome: 'complete', window: { from: '2026-08-06', to: '2026-08-20' }, ...read },
      ...{ stored: { added: 3 }, failure: null },
    });
    expect(asked).toEqual(['2026-08-06 2026-08-20 start']);
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'complete', ...read, cursor: null, finishedAt: library.now() });
  });

  it('continues from the last complete one, and reaches a week back once a day', async () => {
    const { app, asked } = pubmed(page(1));
    const arxiv = sourceOf([{}]);
    const both = { ...app, sources: { ...app.sources, arxiv } };
    await harvest(both, 'pubmed');
    await harvest(both, 'arxiv');
    library.setClock('2026-08-20T23:00:00Z');
    await harvest(both, 'pubmed');
    expect(asked.at(-1)).toBe('2026-08-20 2026-08-20 start');
    library.setClock('2026-08-21T05:00:00Z');
    await harvest(both, 'pubmed');
    await harvest(both, 'arxiv');
    expect(asked.at(-1)).toBe('2026-08-13 2026-08-21 start');
    library.setClock('2026-08-21T11:00:00Z');
    await harvest(both, 'pubmed');
    expect(asked.at(-1)).toBe('2026-08-21 2026-08-21 start');
    expect(arxiv.asked.at(-1)).toBe('2026-08-13 2026-08-21 start');
  });

  it('is complete for a window without papers, but not for a failed source', async () => {
    expect(await harvest(pubmed({}).app, 'pubmed')).toMatchObject({ outcome: 'complete', received: 0 });
    await emptyCorpus(library);
    const down = new SourceFailure('pubmed', 'unavailable', 'PubMed is out of service.', { detail: '503' });
    expect(await harvest(pubmed(down).app, 'pubmed')).toMatchObject({ outcome: 'failed', failure: down });
    expect(await rows()).toMatchObject([
      { status: 'failed', failureKind: 'unavailable', sentence: 'PubMed is out of service.' },
    ]);
  });

  it('is partial for a source that withholds records', async () => {
    const short = new SourceFailure('pubmed', 'short', 'PubMed gave 2 of 3 papers.');
    expect(await harvest(pubmed(page(1, 2), short).app, 'pubmed')).toMatchObject({ outcome: 'partial' });
    expect(await rows()).toMatchObject([{ status: 'partial', failureKind: 'short', received: 2 }]);
    expect(await storedIds()).toEqual(['1', '2']);
  });

  it('stores a page of thousands', async () => {
    const many = Array.from({ length: 1300 }, (_, at) => at + 1);
    const stored = await harvest(pubmed(page(...many)).app, 'pubmed');
    expect(stored).toMatchObject({ received: 1300, stored: { added: 1300 } });
  });
});

describe('large harvest', () => {
  /** A Thursday, and a source that needs this many requests for more than two days. */
  const large = async (time: string, requests: number) => {
    library.setClock(time);
    const { app, asked } = pubmed(page(1));
    Object.assign(app.sources.pubmed, { requestsFor: async () => requests });
    const { window } = await harvest(app, 'pubmed');
    return { window, asked: asked.at(-1), app };
  };

  it('reads only the newest days during office hours, and older ones at night', async () => {
    expect(await large('2026-08-20T16:00:00Z', 101)).toMatchObject({
      window: { from: '2026-08-19', to: '2026-08-20' },
      asked: '2026-08-19 2026-08-20 start',
    });
    expect(await rows()).toMatchObject([{ from: '2026-08-19', status: 'complete' }]);
    expect((await large('2026-08-21T01:30:00Z', 101)).asked).toBe('2026-08-07 2026-08-21 start');
  });

  it.each([
    ['at a weekend', '2026-08-22T16:00:00Z', 101],
    ['of no more than a hundred requests', '2026-08-20T16:00:00Z', 100],
  ])('reads all at once %s', async (_, time, requests) =>
    expect((await large(time, requests)).asked).toMatch(/^2026-08-0[68] /),
  );
});

describe('interrupted harvest', () => {
  const all = [page(1, 2), page(3, 4), page(5, 6), page(7)];
  const whole = async () => {
    await harvest(pubmed(...all).app, 'pubmed');
    const content = await contentOf(library);
    await emptyCorpus(library);
    return content;
  };

  it.each([0, 1, 2, 3])('resumes at page %i after the source interrupted it', async (at) => {
    const expected = await whole();
    const down = new SourceFailure('pubmed', 'timeout', 'PubMed took too long.');
    const broken = pubmed(...all.slice(0, at), down);
    expect(await harvest(broken.app, 'pubmed')).toMatchObject({ outcome: 'failed', pages: at });
    library.pass(120_000);
    const mended = pubmed(...all);
    const result = await harvest(mended.app, 'pubmed');
    expect(mended.asked).toEqual([`2026-08-06 2026-08-20 ${at || 'start'}`]);
    expect(result).toMatchObject({ outcome: 'complete', pages: 4, received: 7 });
    expect(await contentOf(library)).toEqual(expected);
  });

  it('releases its lease at once when a signal interrupts it', async () => {
    const expected = await whole();
    const stop = new AbortController();
    // The fourth page arrives while the third is about to be stored.
    const halting = withBefore(pubmed(...all), (at) => at === 3 && stop.abort());
    const stopped = await harvest(halting, 'pubmed', { signal: stop.signal });
    expect(stopped).toMatchObject({ outcome: 'stopped', pages: 2 });
    const rest = pubmed(...all);
    expect(await harvest(rest.app, 'pubmed')).toMatchObject({ outcome: 'complete', pages: 4, received: 7 });
    expect(rest.asked).toEqual(['2026-08-06 2026-08-20 2']);
    expect(await contentOf(library)).toEqual(expected);
    expect(await rows()).toHaveLength(1);
  });

  it('reads a page again after a kill before its cursor was stored, without loss or duplicates', async () => {
    const expected = await whole();
    const { app } = pubmed(...all);
    // The process dies. Its row stays `running`, one page behind the stored records.
    await harvest(pubmed(...all.slice(0, 3), new SourceFailure('pubmed', 'timeout', '')).app, 'pubmed');
    const behind = { cursor: '2', pages: 2, received: 4, aliveAt: library.now() };
    await library.db.update(harvests).set({ ...behind, status: 'running', finishedAt: null });
    expect(await harvest(app, 'pubmed')).toMatchObject({ outcome: 'busy', window: null });
    library.pass(121_000);
    expect(await harvest(app, 'pubmed')).toMatchObject({ outcome: 'complete', pages: 4, received: 7 });
    expect(await contentOf(library)).toEqual(expected);
  });

  it('tries a useless cursor once, then reads the window from its start', async () => {
    const down = new SourceFailure('pubmed', 'refused', 'PubMed forgot.');
    await harvest(pubmed(page(1), down).app, 'pubmed');
    await harvest(pubmed(page(1), down).app, 'pubmed');
    const third = pubmed(page(1), page(2));
    await harvest(third.app, 'pubmed');
    expect(third.asked).toEqual(['2026-08-06 2026-08-20 start']);
  });

  it('reports a bug of ours as a failure with a sentence, and throws it', async () => {
    const wrong = { records: [{ ...page(1).records![0]!, availableOn: '0000-00-00' }] };
    await expect(harvest(pubmed(wrong).app, 'pubmed')).rejects.toThrow();
    expect(await rows()).toMatchObject([
      { status: 'failed', failureKind: 'internal', sentence: expect.stringContaining('our side') },
    ]);
  });
});

describe('one harvester at a time', () => {
  it('one of many claimants gets the lease', async () => {
    const claims = await Promise.all(Array.from({ length: 8 }, () => leaseHarvest(library, 'pubmed')));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await leaseHarvest(library, 'arxiv')).not.toBeNull();
  });

  it('one of many claimants takes over from a dead harvester', async () => {
    await leaseHarvest(library, 'pubmed');
    library.pass(121_000);
    const claims = await Promise.all(Array.from({ length: 8 }, () => leaseHarvest(library, 'pubmed')));
    expect(claims.filter(Boolean)).toHaveLength(1);
    expect(await rows()).toHaveLength(1);
  });

  it('a harvester that lost its lease stops at the next page without writing', async () => {
    const both = pubmed(page(1), page(2));
    const sleepy = withBefore(both, async (at) => {
      if (at === 0) return;
      library.pass(121_000);
      await harvest(both.app, 'pubmed');
    });
    expect(await harvest(sleepy, 'pubmed')).toMatchObject({ outcome: 'stopped' });
    expect(await rows()).toMatchObject([{ status: 'complete', pages: 2, received: 2 }]);
  });

  it('an old dead harvest is abandoned', async () => {
    await leaseHarvest(library, 'pubmed');
    library.setClock('2026-08-21T09:00:00Z');
    const { app, asked } = pubmed(page(1));
    await harvest(app, 'pubmed');
    expect(asked).toEqual(['2026-08-07 2026-08-21 start']);
    const old = { status: 'failed', failureKind: 'interrupted' };
    expect(await rows()).toMatchObject([old, { status: 'complete' }]);
  });
});

describe('records that a source deletes', () => {
  const removal = { deleted: [{ kind: 'pmid', value: '1' } as const] };

  it('leave the corpus if nobody received them', async () => {
    await harvest(pubmed(page(1, 2)).app, 'pubmed');
    expect((await harvest(pubmed(removal).app, 'pubmed')).stored.withdrawn).toBe(1);
    expect(await storedIds()).toEqual(['2']);
    expect((await harvest(pubmed(removal).app, 'pubmed')).stored.withdrawn).toBe(0);
  });

  it('are marked withdrawn once if somebody received them, and current again if they return', async () => {
    await harvest(pubmed(page(1)).app, 'pubmed');
    const [paper] = await library.db.select().from(papers);
    await library.db.insert(deliveredPapers).values({ ...(await someTerm(library)), paperId: paper!.id });
    await harvest(pubmed(removal).app, 'pubmed');
    await harvest(pubmed(removal).app, 'pubmed');
    const state = async () =>
      (await library.db.select().from(papers).where(eq(papers.id, paper!.id)))[0]!.state;
    expect(await state()).toBe('withdrawn');
    expect(await library.db.select().from(paperEvents)).toMatchObject([{ kind: 'withdrawn' }]);
    await harvest(pubmed(page(1)).app, 'pubmed');
    expect(await state()).toBe('current');
  });

  it('leave a work with other records under another record’s address', async () => {
    const preprint = sourceRecord('biorxiv', '10.1101/1');
    const article = sourceRecord('pubmed', '1', { identifiers: [{ kind: 'doi', value: '10.1101/1' }] });
    await harvest(pubmed({ records: [article, preprint] }).app, 'pubmed');
    await harvest(pubmed(removal).app, 'pubmed');
    expect(await library.db.select().from(papers)).toMatchObject([
      { source: 'biorxiv', sourceId: '10.1101/1', url: preprint.url, state: 'current' },
    ]);
    await harvest(pubmed({ records: [preprint] }).app, 'pubmed');
    expect(await library.db.select().from(papers)).toMatchObject([{ title: preprint.title, journal: null }]);
  });
});
