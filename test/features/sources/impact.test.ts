import { eq } from 'drizzle-orm';
import { refreshImpact } from '#enrichment/impact/refresh.ts';
import { harvests, papers } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { usualSources } from '#shared/papers/sources.ts';
import { type OpenAlexStandIn, startOpenAlex } from '#stand-ins/openalex.ts';
import { eventually, startWorld, type World } from '#test/world.ts';

let world: World;
let openAlex: OpenAlexStandIn;
let moment: Date;

beforeEach(async () => {
  openAlex = await startOpenAlex();
});
afterEach(async () => {
  await world.close();
  await openAlex.close();
});

const day = 86_400_000;
const never = new AbortController().signal;

/** Starts the product with a filled corpus, on the clock of `moment`. */
async function start(environment: Record<string, string> = openAlex.environment): Promise<void> {
  moment = new Date();
  world = await startWorld({ environment, now: () => moment });
  await eventually(async () => {
    const rows = await world.app.db.select().from(harvests).where(eq(harvests.status, 'complete'));
    return new Set(rows.map(({ source }) => source)).size === usualSources.length;
  }, 'the first harvest of all sources');
}

const all = () => world.app.db.select().from(papers).orderBy(papers.firstSeenAt, papers.id);
const withDoi = async () => (await all()).filter(({ doi }) => doi);
const impactOf = async (id: number) => (await all()).find((paper) => paper.id === id)!;
const ask = () => refreshImpact(world.app, never);

describe('impact', () => {
  it('refreshes the impact of every paper monthly, arXiv preprints by arXiv’s DOI', async () => {
    await start();
    const [first, unheard, moss] = (await withDoi()).slice(-3);
    openAlex.said.set(first!.doi!, { percentile: 0, citations: 0, venue: 9, publicationDate: '2100-01-01' });
    openAlex.said.set(unheard!.doi!, null);
    openAlex.said.set(moss!.doi!, { percentile: 0.99, citations: 97, venue: null });
    const preprint = (await all()).find(({ source, doi }) => source === 'arxiv' && !doi)!;
    const arxivDoi = `10.48550/arxiv.${preprint.sourceId}`;
    openAlex.said.set(arxivDoi, { percentile: 0.9, citations: 9, venue: null });
    await enqueue(world.app, 'impact', {});
    const areAsked = async () => (await all()).every(({ impactAskedAt }) => impactAskedAt);
    await eventually(areAsked, 'a request for every paper');
    expect((await impactOf(first!.id)).impact).toBe(0.75);
    expect((await impactOf(unheard!.id)).impact).toBeNull();
    expect((await impactOf(moss!.id)).impact).toBeGreaterThan(0.95);
    // The figure was stored at this moment; a change is at least a millisecond later.
    expect((await impactOf(moss!.id)).changedAt).toEqual(new Date(moment.getTime() + 1));
    expect((await impactOf(preprint.id)).impact).toBe(0.8);

    const works = openAlex.calls.filter(({ path }) => path === '/works');
    expect(works[0]!.values).toHaveLength(50);
    expect(works[0]!.values).toContain(moss!.doi);
    expect(works.flatMap(({ values }) => values)).toContain(arxivDoi);
    expect(works).toHaveLength(Math.ceil((await all()).length / 50));

    openAlex.calls.length = 0;
    moment = new Date(moment.getTime() + 20 * day);
    await ask();
    expect(openAlex.calls).toEqual([]);

    // A work that the service no longer knows keeps its impact, and an equal figure is not a change.
    openAlex.said.set(moss!.doi!, null);
    const before = await impactOf(first!.id);
    moment = new Date(moment.getTime() + 11 * day);
    await ask();
    expect((await impactOf(moss!.id)).impact).toBeGreaterThan(0.95);
    expect(await impactOf(first!.id)).toEqual({ ...before, impactAskedAt: moment });
  });

  it('keeps to the day’s requests, and leaves a tenth of the allowance', async () => {
    await start();
    world.app.limits = { impact: { account: [[2, 86_400]] } };
    await ask();
    await ask();
    expect(openAlex.calls.map(({ path }) => path)).toEqual(['/works', '/sources']);
    const asked = (await all()).filter(({ impactAskedAt }) => impactAskedAt);
    expect(asked).toHaveLength(50);
    expect(asked.map(({ id }) => id)).toEqual((await all()).slice(-50).map(({ id }) => id));

    world.app.limits = { impact: { account: [[100, 43_200]] } };
    openAlex.calls.length = 0;
    openAlex.allowance.left = 0.1;
    await ask();
    expect(openAlex.calls.length).toBeLessThanOrEqual(2);
    openAlex.allowance.left = 0;
    const rows = await all();
    await ask();
    expect(await all()).toEqual(rows);
  });

  it('keeps every row when the service fails, and retries within the rate limit', async () => {
    await start();
    const rows = await all();
    for (const [trouble, requests] of [
      [{ status: 503 }, 4],
      [{ status: 429 }, 4],
      [{ status: 401 }, 1],
      [{ status: 503, headers: { 'retry-after': '3600' } }, 1],
      ['not-json', 4],
      ['no-page', 4],
    ] as const) {
      openAlex.calls.length = 0;
      openAlex.misbehave(trouble);
      await expect(ask()).rejects.toThrow('OpenAlex');
      expect(openAlex.calls).toHaveLength(requests);
      expect(await all()).toEqual(rows);
    }
    // The request for works succeeded and the one for journals failed. Nothing is stored without the journals.
    openAlex.misbehave({ status: 500 }, { path: '/sources' });
    await expect(ask()).rejects.toThrow('OpenAlex');
    expect(await all()).toEqual(rows);

    openAlex.misbehave({ status: 429, headers: { 'retry-after': '0' } }, { times: 2 });
    await ask();
    expect((await all()).every(({ impactAskedAt }) => impactAskedAt)).toBe(true);
  });

  it('sends no request without an API key', async () => {
    await start({ OPENALEX_URL: openAlex.url });
    await ask();
    expect(openAlex.calls).toEqual([]);
    expect((await all()).filter(({ impactAskedAt }) => impactAskedAt)).toEqual([]);
  });
});
