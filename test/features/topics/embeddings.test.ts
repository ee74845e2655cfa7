import { isNotNull } from 'drizzle-orm';
import { embedPapers, topicVector } from '#enrichment/embeddings.ts';
import { papers } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Digest } from '#shared/digests/digest.ts';
import { type LlmStandIn, startLlm } from '#stand-ins/llm/server.ts';
import type { Kind } from '#stand-ins/llm/task.ts';
import { temporaryFolder, writeCorpus } from '#test/opened.ts';
import { eventually, newReader, startWorld, type World } from '#test/world.ts';

let llm: LlmStandIn;
let world: World;

/** The wanted paper describes heart failure in other words. */
const otherWords = 'Myocardial insufficiency';

const literature = [
  ...['Ferrets', 'Owls', 'Hares', 'Voles'].map((who) => [
    `Heart failure among ${who}`,
    `Sodium diuretics relieved ${who} of heart failure. Oedema fell within a week.`,
  ]),
  [otherWords, `${otherWords} relieved by diuretics: oedema fell.`],
  ...Array.from({ length: 30 }, (_, at) => [
    `Basalt lichens on plot ${at}`,
    'Lichens were counted above the tree line. They were fewer on plots with hikers.',
  ]),
];
const corpus = writeCorpus(
  temporaryFolder(),
  literature.map(([title, abstract], at) => ({
    ...{ id: String(990_920_001 + at), title, abstract, published: null },
  })),
);
afterEach(async () => {
  await world.close();
  await llm.close();
});

async function start(behavior: Kind | null = null): Promise<void> {
  llm = await startLlm();
  llm.misbehave(behavior);
  const { EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL } = llm.environment;
  // Add them by harvest, as nearly all papers are, so that the first search finds them with their vectors.
  const environment = { EMBEDDINGS_BASE_URL, EMBEDDINGS_MODEL };
  world = await startWorld({ corpus: [corpus], environment });
}

const stored = () => world.app.db.select().from(papers);
const allEmbedded = () =>
  eventually(async () => {
    const rows = await stored();
    return rows.length >= 35 && rows.every(({ vectorModel }) => vectorModel === 'faithful') && rows;
  }, 'every paper to have a vector');

async function firstDigest(): Promise<Digest> {
  const reader = await newReader(world, 'ada@example.org');
  await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  return eventually(
    async () => (await reader.get(`/api/users/${reader.id}/digests`)).body[0] as Digest | undefined,
    'the digest',
  );
}

describe('embeddings server', () => {
  it('finds a paper in other words, whose parts add up to its score', async () => {
    await start();
    const rows = await allEmbedded();
    expect(Math.hypot(...new Float32Array(new Uint8Array(rows[0]!.vector!).buffer))).toBeCloseTo(1, 5);
    const { papersData } = await firstDigest();
    const other = papersData.find(({ title }) => title === otherWords);
    expect(other?.parts?.embedding).toBeGreaterThan(0);
    for (const { relevanceScore, parts } of papersData)
      expect(Object.values(parts!).reduce((sum, part) => sum + part, 0)).toBeCloseTo(relevanceScore, 3);
  });

  it('embeds a topic once', async () => {
    await start();
    const asked = { term: 'heart failure', expansion: [] };
    const first = await topicVector(world.app, asked);
    llm.misbehave('500');
    expect(await topicVector(world.app, asked)).toEqual(first);
    expect(await topicVector(world.app, { ...asked, term: 'lichens' })).toBeNull();
  });

  it('embeds every paper again for another model, and gets no request without work', async () => {
    await start();
    await allEmbedded();
    const before = llm.calls.length;
    expect(await embedPapers(world.app)).toBe(false);
    expect(llm.calls).toHaveLength(before);
    const embed = Object.assign(Object.create(world.app.models.embed), { name: 'another' });
    expect(await embedPapers({ ...world.app, models: { chat: null, embed } })).toBe(false);
    for (const { vectorModel } of await stored()) expect(vectorModel).toBe('another');
  });
});

describe('failing embeddings server', () => {
  it.each(['500', 'slow', 'malformed-json', 'empty'] as const)(
    'the digest comes without it: %s',
    async (kind) => {
      await start(kind);
      const { papersData } = await firstDigest();
      expect(papersData.length).toBeGreaterThanOrEqual(4);
      expect(papersData.map(({ title }) => title)).not.toContain(otherWords);
      for (const { parts } of papersData) expect(parts?.embedding).toBe(0);
      expect(await world.app.db.select().from(papers).where(isNotNull(papers.vector))).toEqual([]);
    },
  );

  it('adds missing vectors once it works again', async () => {
    await start('malformed-json');
    await eventually(async () => (await stored()).length >= 35, 'the harvest');
    await eventually(async () => llm.calls.length > 0, 'a first attempt');
    llm.misbehave(null);
    await enqueue(world.app, 'embed-papers', {}, { key: 'again' });
    await allEmbedded();
  });
});
