import { followedJournals } from '#features/journals/server/follow.ts';
import { oneReader, readJournals } from '#features/journals/server/read.ts';
import type { Feature } from '#kit/feature.ts';
import { papers, rateLimits, users } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { limit, limits } from '#platform/rateLimits.ts';
import { hourMs, timeAfter } from '#shared/values/time.ts';
import { startOpenAlex } from '#stand-ins/openalex.ts';
import { heartPaper } from '#test/weeks.ts';
import { article, day, issn, type Journey, northern, startJourney } from './setup.ts';

let trip: Journey;
beforeEach(async () => {
  trip = await startJourney();
});
afterEach(() => trip.close());

const follow = async (email: string, issns = [issn]) => {
  const reader = await trip.reader(email);
  const { status, body } = await reader.post('/api/journals', { issns });
  expect(status, JSON.stringify(body)).toBe(200);
  return trip.started(reader, body.topics[0]);
};
const week = async () => {
  // A first search that is still running would wait for sources of five days ago.
  await trip.work();
  trip.pass(5 * day);
  await trip.readJournals();
  await trip.week();
};
/** An article with the words of a topic. */
const word = (number: number, ISSN = northern.ISSN) => {
  const { title, abstract } = heartPaper('pubmed', number);
  return article(number, { title: [title], abstract: abstract!, ISSN });
};
const title = (number: number) => article(number).title![0]!;
const later = (days: number) => new Date(trip.app.now().getTime() + days * day);
const workOf = async (title: string) =>
  (await trip.app.db.select().from(papers)).find((one) => one.title === title);

describe('followed journal', () => {
  it('tells each article once in four weeks, however the registry lists it, and its receipts add up', async () => {
    const old = { published: { 'date-parts': [[2025, 6, 1]] } };
    trip.crossref.register(article(1), article(2, { abstract: '' }), article(3, old));
    const { email, termId } = await follow('weeks@example.org');
    const [first] = await trip.digestsOf(termId);
    expect(first!.papersData.map(({ title }) => title).sort()).toEqual([1, 2, 3].map(title));
    const said =
      'Northern Joints: 3 registered = 3 received + 0 missing; 1 without abstract, 1 late; last issue';
    expect(first!.coverage).toMatchObject([
      { source: 'crossref', outcome: 'complete', records: 3, sentence: expect.stringContaining(said) },
    ]);
    const mail = trip.mailsTo(email)[0]!.text.replace(/\s+/g, ' ');
    expect(mail).toContain('Crossref has no abstract of it yet.');
    expect(mail).toMatch(/New in this journal · no abstract yet/);

    // One is withheld for ten days, pages repeat, an abstract is taken back, and the registry fails once.
    const upcoming = [article(4), article(5, { withheldUntil: later(10) }), article(1, { abstract: '' })];
    trip.crossref.register(...upcoming);
    trip.crossref.repeat(true);
    trip.crossref.misbehave(503, 1);
    await week();
    const [journal] = await trip.receipts(termId);
    expect(journal!.receipt).toEqual({ registered: 5, received: 4, missing: 1, withoutAbstract: 1, late: 1 });
    for (const { registered, received, missing } of [journal!.receipt, ...journal!.weeks])
      expect(registered).toBe(received + missing);
    expect((await workOf(title(1)))!.abstract).toMatch(/cold water/);

    // It comes late, with the missing abstract of another. Jobs are repeated.
    trip.crossref.repeat(false);
    trip.crossref.register(article(2));
    for (let passed = 0; passed < 3; passed++) {
      await week();
      for (let again = 0; again < 3; again++)
        await enqueue(trip.app, 'run-term', { termId }, { key: `${termId}${again}` });
      await trip.work();
    }
    expect((await trip.told(termId)).toSorted()).toEqual([1, 2, 3, 4, 5].map(title));
    const [after] = await trip.receipts(termId);
    expect(after!.receipt).toMatchObject({ missing: 0, withoutAbstract: 0 });
  });

  it('gets abstracts from Europe PMC, then OpenAlex, asks a few times with growing waits, and lets Crossref’s own win', async () => {
    const openAlex = await startOpenAlex();
    trip.app.config.openAlex = { url: openAlex.url, apiKey: openAlex.environment.OPENALEX_API_KEY };
    try {
      const text = (number: number) =>
        `We loaded ${number} joints in cold water for months. `.repeat(4).trim();
      const bare = [1, 2, 3, 4].map((number) => article(number, { abstract: '' }));
      trip.crossref.register(...bare);
      const [ours, theirs, ours4] = [bare[0]!.DOI, bare[1]!.DOI, bare[3]!.DOI];
      openAlex.said.set(ours4, { index: { [`moss${'s'.repeat(60_000)}`]: [0, 1, 2] } });
      // Both are out at first: nothing is counted as asked.
      trip.sources.misbehave('europepmc', '503');
      openAlex.misbehave({ status: 500 });
      const { termId } = await follow('abstracts@example.org');
      const state = async () => (await trip.receipts(termId))[0]!.receipt.withoutAbstract;
      const nextDay = async (days = 1) => {
        trip.pass(days * day);
        await trip.app.db.delete(rateLimits);
        await trip.readJournals();
      };
      await nextDay();
      expect(await state()).toBe(4);
      trip.sources.misbehave('europepmc', null);
      openAlex.misbehave(null);
      const before = openAlex.calls.length;
      trip.sources.abstracts.set(ours, `<h4>Background</h4>${text(1)}`);
      openAlex.said.set(theirs, { abstract: `Abstract ${text(2)}` });
      await nextDay();
      expect(await state()).toBe(2);
      const abstract = expect.stringContaining(text(1));
      expect(await workOf(title(1))).toMatchObject({ source: 'crossref', abstract });
      expect((await workOf(title(2)))!.abstract).toBe(text(2));
      // Crossref's list without abstracts changes nothing, and its own abstract replaces what was found.
      trip.crossref.register(article(1));
      await nextDay();
      expect((await workOf(title(1)))!.abstract).toMatch(/They failed after 1 days/);
      expect((await workOf(title(2)))!.abstract).toBe(text(2));
      for (let passed = 0; passed < 50; passed += 2) await nextDay(2);
      expect(openAlex.calls.length - before).toBe(4);
      expect((await trip.told(termId)).toSorted()).toEqual([1, 2, 3, 4].map(title));
    } finally {
      await openAlex.close();
    }
  });

  it('is read once, and its papers are asked for once, by however many readers at once', async () => {
    trip.crossref.register(article(1, { abstract: '' }));
    await follow('both-read@example.org');
    const callsOf = async (readers: number) => {
      // The same weekday, and longer than a paper waits.
      trip.pass(14 * day);
      await trip.app.db.delete(rateLimits);
      const calls = () => [trip.crossref.calls.length, trip.sources.calls.counts.europepmc];
      const before = calls();
      await Promise.all(Array.from({ length: readers }, () => trip.readJournals()));
      return calls().map((count, at) => count - before[at]!);
    };
    const [registry, abstracts] = await callsOf(1);
    expect([registry! > 0, abstracts]).toEqual([true, 1]);
    expect(await callsOf(2)).toEqual([registry, 1]);
    // Nothing is counted as asked by readers of whom none gets an answer.
    trip.sources.misbehave('europepmc', '503');
    await callsOf(3);
    trip.sources.misbehave('europepmc', null);
    expect(await callsOf(1)).toEqual([registry, 1]);
    trip.pass(14 * day);
    expect(await callsOf(2)).toEqual([registry, 1]);
    // That was the fourth time.
    trip.pass(28 * day);
    expect(await callsOf(1)).toEqual([registry, 0]);
    // A process that was killed while it read is in the way until the one that owns the database starts again.
    trip.pass(14 * day);
    await limit(trip.app, oneReader, { account: 'crossref' });
    const before = trip.crossref.calls.length;
    await trip.readJournals();
    expect(trip.crossref.calls.length).toBe(before);
    for (const { release } of trip.app.features) await release?.(trip.app);
    await trip.readJournals();
    expect(trip.crossref.calls.length).toBe(before + registry!);
  });

  it('tells the others of a page that one article spoils, and counts that one until it can be read', async () => {
    trip.crossref.register(...[1, 2, 3, 4].map((number) => article(number, { spoils: number === 2 })));
    const { termId } = await follow('spoiled@example.org');
    expect((await trip.told(termId)).toSorted()).toEqual([1, 3, 4].map(title));
    const [journal] = await trip.receipts(termId);
    expect(journal!.receipt).toMatchObject({ registered: 4, received: 3, missing: 1 });
    trip.crossref.register(article(2, { spoils: false }));
    await week();
    expect((await trip.told(termId)).toSorted()).toEqual([1, 2, 3, 4].map(title));
  });

  it('tells what came while a digest was composed, however long that took', async () => {
    trip.crossref.register(article(1));
    const { termId } = await follow('long@example.org');
    trip.crossref.register(article(2));
    // The first weekly run looks; then an article comes, and days pass until the digest is written.
    let looked = 0;
    const slow: Feature = {
      name: 'slow',
      followed: async (app, { id }, since) => {
        if (!since || looked++) return null;
        await followedJournals(app, id, since);
        trip.crossref.register(article(3));
        const nextDay = timeAfter(app.now(), 21 * hourMs);
        await readJournals({ ...app, now: () => nextDay }, AbortSignal.timeout(60_000));
        trip.pass(3 * day);
        return null;
      },
    };
    const features = trip.app.features as Feature[];
    features.push(slow);
    try {
      for (let passed = 0; passed < 3; passed++) await week();
    } finally {
      features.splice(features.indexOf(slow), 1);
    }
    expect(looked).toBeGreaterThan(0);
    expect((await trip.told(termId)).toSorted()).toEqual([1, 2, 3].map(title));
  });

  it('is one work with PubMed’s record, and is told once beside a topic that finds it too', async () => {
    const heart = heartPaper('pubmed', 1, { abstract: null });
    trip.sources.add([heart]);
    await trip.read();
    const own = article(1, { DOI: heart.doi!, title: [heart.title] });
    trip.crossref.register(own, word(2));
    const { id, termId, post, get } = await follow('both@example.org');
    const abstract = expect.stringMatching(/cold water/);
    expect(await workOf(heart.title)).toMatchObject({ source: 'pubmed', abstract });
    expect((await trip.told(termId)).sort()).toEqual([heart.title, heartPaper('pubmed', 2).title].sort());

    const { body } = await post('/api/immediate-search', { searchTerm: 'heart failure' });
    const topic = body.searchTerm.id as string;
    expect((await post('/api/journals', { issns: [issn], topicId: topic })).status).toBe(200);
    trip.crossref.register(word(3), word(4), article(5));
    await week();
    await trip.work();
    const told = [...(await trip.told(termId)), ...(await trip.told(topic))];
    expect(told.length).toBe(new Set(told).size);
    expect(told).toEqual(expect.arrayContaining([3, 4].map((number) => heartPaper('pubmed', number).title)));
    expect(told).toContain(title(5));
    expect(
      (await get(`/api/users/${id}/search-terms`)).body.map(({ kind }: { kind?: string }) => kind ?? null),
    ).toEqual(expect.arrayContaining(['journal', null]));
  });

  it('adds to a topic only the papers of its own journals', async () => {
    trip.crossref.addJournal({ title: 'Other Hearts', ISSN: ['1803-2427'] });
    trip.crossref.register(word(1), word(2, ['1803-2427']));
    await follow('other@example.org', ['1803-2427']);
    const reader = await trip.follower('topic@example.org', 'heart failure');
    await reader.post('/api/journals', { issns: [issn], topicId: reader.termId });
    await week();
    const told = await trip.told(reader.termId);
    expect(told).toContain(heartPaper('pubmed', 1).title);
    expect(told).not.toContain(heartPaper('pubmed', 2).title);
    const [, weekly] = await trip.digestsOf(reader.termId);
    expect(weekly!.coverage.find(({ source }) => source === 'crossref')).toMatchObject({ records: 1 });
  });

  it('takes 150 calls a day at most for a hundred journals, beside the 600 for the sources', async () => {
    const issns = Array.from({ length: 100 }, (_, at) => withDigit(3_000_000 + at));
    trip.crossref.addJournal(...issns.map((one) => ({ title: `Annals ${one}`, ISSN: [one] })));
    trip.crossref.register(...issns.map((one, at) => article(at, { ISSN: [one], abstract: '' })));
    const reader = await trip.follower('hundred@example.org', 'heart failure');
    trip.app.limits = { journals: { account: [[1000, 1]] }, 'journal-look-up': { account: [[1000, 1]] } };
    expect((await reader.post('/api/journals', { issns, topicId: reader.termId })).status).toBe(200);
    await trip.readJournals();
    trip.app.limits = {};
    // The limits count by the real clock.
    const nextDay = () => trip.app.db.delete(rateLimits);
    const asked = [];
    for (const days of [1, 1, 6]) {
      trip.pass(days * day);
      await nextDay();
      const calls = () => trip.crossref.calls.length + trip.sources.calls.counts.europepmc;
      const before = calls();
      await trip.readJournals();
      asked.push(calls() - before);
    }
    console.log(`100 journals: ${asked.join(', ')} calls a day`);
    expect(Math.max(...asked)).toBeLessThanOrEqual(150);
    expect(Math.min(...asked)).toBeGreaterThanOrEqual(100);
    const { 'import-look-up': imports, updates } = limits;
    expect(150 + 50).toBe(200);
    expect(385 + imports.account[0]![0]! + updates.account[0]![0]!).toBeLessThan(600);
  });

  it('refuses what is no ISSN of a journal that Crossref knows', async () => {
    const reader = await trip.reader('wrong@example.org');
    for (const [line, sentence] of [
      ['2049-3631', /its last digit does not fit/],
      ['1803-2427', /no ISSN of a journal that Crossref knows. Nothing was added/],
      ['Northern Joints', /no ISSN/],
    ] as const) {
      const refused = await reader.post('/api/journals', { issns: [issn, line] });
      expect([refused.status, refused.body.message], line).toEqual([400, expect.stringMatching(sentence)]);
    }
    expect((await reader.get(`/api/users/${reader.id}/search-terms`)).body).toEqual([]);
  });

  it('is found by name, counts in the plan, and is renamed without a search', async () => {
    const reader = await follow('plan@example.org');
    const { body } = await reader.get('/api/journals?q=northern');
    const receipt = { registered: 0, missing: 0 };
    expect(body.journals).toMatchObject([{ issn, title: northern.title, receipt }]);
    expect((await reader.get('/api/journals?q=nothing+like+it')).body.journals).toEqual([]);
    trip.crossref.addJournal({ title: 'Other Hearts', ISSN: ['1803-2427'] });
    await trip.app.db.update(users).set({ isUnlimited: false });
    const third = await reader.post('/api/journals', { issns: ['1803-2427'] });
    expect(third.body).toMatchObject({ requiresPayment: true, currentCount: 1 });
    await trip.app.db.update(users).set({ isUnlimited: true });
    const filters = { required: ['joints'], excluded: [] };
    expect((await reader.patch(`/api/search-terms/${reader.termId}/settings`, { filters })).status).toBe(409);
    const calls = trip.crossref.calls.length;
    const renamed = await reader.patch(`/api/search-terms/${reader.termId}`, { term: 'Joints' });
    expect(renamed.body).toMatchObject({ term: 'Joints', kind: 'journal', status: 'completed' });
    expect(trip.crossref.calls.length).toBe(calls);
  });
});

/** The ISSN of seven digits. */
function withDigit(number: number): string {
  const digits = String(number).padStart(7, '0');
  const rest = (11 - ([...digits].reduce((sum, sign, at) => sum + Number(sign) * (8 - at), 0) % 11)) % 11;
  return `${digits.slice(0, 4)}-${digits.slice(4)}${rest === 10 ? 'X' : rest}`;
}
