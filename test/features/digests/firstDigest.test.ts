import { harvest } from '#corpus/harvest/harvest.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { SourceAddress } from '#shared/papers/sources.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import {
  eventually,
  newReader,
  searchEnded,
  startWorld,
  type Visitor,
  type World,
  type WorldOptions,
} from '#test/world.ts';

let world: World;
/** Shared by the tests that need nothing special, each with readers of its own. */
let usual: World | undefined;
async function start(options?: WorldOptions): Promise<void> {
  usual ??= options ? undefined : await startWorld();
  world = options ? await startWorld(options) : usual!;
}
afterEach(() => (world === usual ? undefined : world.close()));
afterAll(() => usual?.close());

type Person = Visitor & { id: string };
const terms = async (reader: Person): Promise<SearchTerm[]> =>
  (await reader.get(`/api/users/${reader.id}/search-terms`)).body;
const digests = async (reader: Person): Promise<Digest[]> =>
  (await reader.get(`/api/users/${reader.id}/digests`)).body;
/** Whether of each source more was read than is in the digest, though a search by words may find less. */
const readWhatItGives = ({ coverage }: Digest) => coverage.every(({ records, papers }) => papers <= records);
const digestMail = (email: string) =>
  world.smtp.waitFor((mail) => mail.to.includes(email) && 'list-unsubscribe' in mail.headers);

describe('first digest', () => {
  it('goes from a topic to a ranked digest in the inbox and on the dashboard', async () => {
    await start();
    const reader = await newReader(world, 'ada@example.org', 'CRISPR base editing');
    const form = { email: 'ada@example.org', searchTerm: 'CRISPR base editing' };
    const asked = await reader.post('/api/immediate-search', form);
    expect(asked.status).toBe(200);
    const started = { term: 'CRISPR base editing', status: 'pending', isFree: true };
    expect(asked.body.searchTerm).toMatchObject(started);

    expect(await searchEnded(reader)).toMatchObject({ status: 'completed', statusDetail: null });
    const [digest] = await digests(reader);
    expect(digest!.papersData.length).toBeGreaterThanOrEqual(5);
    const scores = digest!.papersData.map(({ relevanceScore }) => relevanceScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    for (const { title, abstract } of digest!.papersData.slice(0, 3))
      expect(`${title} ${abstract}`).toMatch(/base.edit|CRISPR/i);
    expect(digest!.windowDays).toBe(30);
    // Fewer than three are strong matches in seven days, so thirty were searched; the library holds less of two sources.
    const outcomes = digest!.coverage.map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['complete', 'complete', 'partial', 'partial']);
    expect(digest).toSatisfy(readWhatItGives);
    expect(digest!.aiSummary).toMatch(/\[\d+\]/);
    for (const { quote, paper } of digest!.summary)
      expect(digest!.papersData[paper - 1]!.abstract).toContain(quote);

    const mail = await digestMail('ada@example.org');
    expect(mail.subject).toContain('CRISPR base editing');
    for (const { title } of digest!.papersData)
      expect(mail.text.replace(/\s+/g, ' ')).toContain(title.slice(0, 40));
    const ofSent = async () => (await digests(reader)).find(({ status }) => status === 'sent');
    const sent = await eventually(ofSent, 'the digest to be sent');
    expect(sent.sentAt).not.toBeNull();
    const [term] = await terms(reader);
    expect(new Date(term!.nextScheduledRun!).getTime()).toBeGreaterThan(Date.now());
  });

  it('adds a topic once, whatever its spelling', async () => {
    await start();
    const reader = await newReader(world, 'bo@example.org');
    await reader.post('/api/immediate-search', { searchTerm: 'gene editing of crops' });
    const again = await reader.post('/api/immediate-search', { searchTerm: '  Gene   EDITING of crops ' });
    expect(again.status).toBe(200);
    expect(await terms(reader)).toHaveLength(1);
    await searchEnded(reader);
    expect(await digests(reader)).toEqual([expect.toSatisfy(readWhatItGives)]);
  });

  it('refuses a second topic on the free plan with what the page needs to offer an upgrade', async () => {
    await start();
    const reader = await newReader(world, 'cy@example.org');
    await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    const refused = await reader.post('/api/immediate-search', { searchTerm: 'antibiotic resistance' });
    expect(refused.status).toBe(402);
    const message = expect.stringContaining('Upgrade');
    expect(refused.body).toMatchObject({ requiresPayment: true, currentCount: 1, message });
  });

  it('names a failed source, and includes what was missed later, once', async () => {
    await start({ before: (sources) => sources.misbehave('medrxiv', '503') });
    const reader = await newReader(world, 'di@example.org');
    await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    const term = await searchEnded(reader);
    expect(term.status).toBe('completed');
    expect(term.statusDetail).toMatch(/medRxiv/);
    const [first] = await digests(reader);
    const receipt = first!.coverage.find(({ source }) => source === 'medrxiv')!;
    const sentence = expect.stringContaining('medRxiv');
    expect(receipt).toMatchObject({ outcome: 'failed', records: 0, sentence });
    expect(first!.papersData.some(({ source }) => source === 'medrxiv')).toBe(false);
    expect((await digestMail('di@example.org')).text).toContain('medRxiv');

    world.sources.misbehave('medrxiv', null);
    await harvest(world.app, 'medrxiv');
    await world.app.db.update(searchTerms).set({ nextScheduledRun: new Date(Date.now() - 1000) });
    await enqueue(world.app, 'tick', {});
    const weekly = async () => (await digests(reader)).find(({ digestType }) => digestType === 'weekly');
    const second = await eventually(weekly, 'the next digest');
    expect(second.papersData.some(({ source }) => source === 'medrxiv')).toBe(true);
    const sent = [...first!.papersData, ...second.papersData].map(({ id }) => id);
    expect(new Set(sent).size).toBe(sent.length);
  });

  it('fails with a sentence when no source answers, and is retried', async () => {
    await start({
      configure: (config) => {
        // Nothing listens on port 9 of loopback.
        for (const address of Object.keys(config.sources.urls) as SourceAddress[])
          config.sources.urls[address] = 'http://127.0.0.1:9';
      },
    });
    const reader = await newReader(world, 'el@example.org');
    await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    const term = await searchEnded(reader);
    expect(term.status).toBe('failed');
    expect(term.statusDetail).toMatch(/None of the sources answered/);
    expect(new Date(term.nextScheduledRun!).getTime()).toBeGreaterThan(Date.now());
    expect(await digests(reader)).toEqual([]);
  });

  it('rewords a topic and searches it again at once; deletes and restores it', async () => {
    await start();
    const reader = await newReader(world, 'fe@example.org');
    const { body } = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
    await searchEnded(reader);
    const edited = await reader.patch(`/api/search-terms/${body.searchTerm.id}`, {
      term: 'antibiotic resistance',
    });
    const started = { term: 'antibiotic resistance', status: 'pending', lastProcessedAt: null };
    expect(edited.body).toMatchObject(started);
    const isThere = async () =>
      (await digests(reader)).some((one) => one.searchTerm === 'antibiotic resistance');
    await eventually(isThere, 'the digest of the new wording');
    expect((await reader.delete(`/api/search-terms/${body.searchTerm.id}`)).status).toBe(200);
    expect(await terms(reader)).toEqual([]);
    expect((await reader.post(`/api/search-terms/${body.searchTerm.id}/restore`)).body.term).toBe(
      'antibiotic resistance',
    );
    expect(await terms(reader)).toHaveLength(1);
  });
});
