import { eq } from 'drizzle-orm';
import { harvest } from '#corpus/harvest/harvest.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import type { Digest } from '#shared/digests/digest.ts';
import type { Verdict } from '#shared/topics/feedback.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { eventually, newReader, startWorld, type Visitor, type World } from '#test/world.ts';

let world: World;
afterEach(() => world.close());

type Person = Visitor & { id: string };

/** Two lines of research on one topic, which the topic's own words do not distinguish. */
const lines = {
  diet: (place: string) => ({
    title: `Heart failure and beetroot nitrate in the diet: ${place}`,
    abstract: `People with heart failure drank beetroot juice for twelve weeks in ${place}. Dietary nitrate lowered blood pressure and muscle fatigue. Beetroot nitrate in the diet was well tolerated, and vegetables rich in nitrate did the same.`,
  }),
  device: (place: string) => ({
    title: `Heart failure and implanted pulmonary pressure sensors: ${place}`,
    abstract: `People with heart failure carried an implanted pressure sensor in ${place}. Telemonitoring of the pulmonary artery sensor guided diuretics. Implanted sensors and telemonitoring halved admissions, and wireless readings were complete.`,
  }),
};
let number = 0;
const paper = (line: keyof typeof lines, place: string) => ({
  ...lines[line](place),
  source: 'pubmed' as const,
  id: String(992_000_000 + ++number),
  doi: `10.5555/feedback.${number}`,
  authors: [`Weekson, ${'ABCDEFGH'[number % 8]}.`],
  journal_or_category: 'Sample Journal',
  types: ['Journal Article'],
  published: null,
  published_doi: null,
  published_in: null,
  comment: null,
});

const digestsOf = async (reader: Person): Promise<Digest[]> =>
  (await reader.get(`/api/users/${reader.id}/digests`)).body;
const sent = (reader: Person, count: number) =>
  eventually(
    async () => {
      const digests = await digestsOf(reader);
      return digests.length === count && digests.every(({ status }) => status === 'sent') && digests;
    },
    `digest ${count} to be sent`,
    40,
  );

async function follow(email: string): Promise<Person & { term: SearchTerm; first: Digest }> {
  const reader = await newReader(world, email);
  const { body } = await reader.post('/api/immediate-search', { searchTerm: 'heart failure' });
  const [first] = await sent(reader, 1);
  return Object.assign(reader, { term: body.searchTerm as SearchTerm, first: first! });
}

/** The reader's next digest, as if its week were over. */
async function nextDigest(reader: Person & { term: SearchTerm }): Promise<Digest> {
  const due = { nextScheduledRun: new Date(Date.now() - 1000) };
  await world.app.db.update(searchTerms).set(due).where(eq(searchTerms.id, reader.term.id));
  await enqueue(world.app, 'run-term', { termId: reader.term.id }, { key: reader.term.id });
  return (await sent(reader, 2))[0]!;
}

/** Token of the link “Not for me” below a paper in a reader’s mail. */
const tokenFor = (reader: string, title: string): string => {
  const { text } = world.smtp.mails.find((mail) => mail.to.includes(reader) && mail.text.includes(title))!;
  return /Not for me: \S+token=([\w-]+)&\S*verdict=less/.exec(text.slice(text.lastIndexOf(title)))![1]!;
};

const inLine = (digest: Digest, word: RegExp) => digest.papersData.filter(({ title }) => word.test(title));
const say = async (reader: Person & { term: SearchTerm }, paperId: string, verdict: Verdict | null) =>
  reader.post(`/api/search-terms/${reader.term.id}/feedback`, { paperId, verdict });

describe('feedback in ranking', () => {
  it('reorders the next digest, names the liked paper, and affects no other reader', async () => {
    const both = [paper('diet', 'Porto'), paper('device', 'Turku')];
    world = await startWorld({ before: (sources) => sources.add(both) });
    const diet = await follow('diet@example.org');
    const device = await follow('device@example.org');
    const [liked] = inLine(diet.first, /beetroot/);
    const [disliked] = inLine(diet.first, /sensors/);
    for (const [email, reader, more, less] of [
      ['diet@example.org', diet, liked, disliked],
      ['device@example.org', device, disliked, liked],
    ] as const) {
      expect((await say(reader, more!.id!, 'more')).status).toBe(200);
      // The opposite feedback, by the link in the mail, without a sign-in.
      const link = `/api/feedback/${tokenFor(email, less!.title)}/state`;
      expect((await world.browser().call('PUT', link, { state: 'not' })).status).toBe(200);
    }

    world.sources.add([paper('device', 'Graz'), paper('diet', 'Lugano')]);
    await harvest(world.app, 'pubmed');
    const first = { diet: await nextDigest(diet), device: await nextDigest(device) };
    expect(first.diet.papersData[0]!.title).toMatch(/beetroot/);
    expect(first.device.papersData[0]!.title).toMatch(/sensors/);

    const [brought] = inLine(first.diet, /beetroot.*Lugano/);
    expect(brought!.why!.because).toBe(liked!.title);
    expect(brought!.parts!.liked).toBeGreaterThan(0);
    const [lowered] = inLine(first.diet, /sensors.*Graz/);
    expect(lowered!.relevanceScore).toBeLessThan(inLine(first.device, /sensors.*Graz/)[0]!.relevanceScore);
    expect(lowered!.parts!.liked).toBeLessThan(brought!.parts!.liked);
    const mail = await world.smtp.waitFor(
      ({ to, text }) => to.includes('diet@example.org') && text.includes(brought!.title),
    );
    for (const part of [mail.text, mail.html]) expect(part).toMatch(/similar to .*Porto.*, which you liked/s);
  });

  it('has no effect once it is undone', async () => {
    world = await startWorld({ before: (sources) => sources.add([paper('diet', 'Porto')]) });
    const reader = await follow('back@example.org');
    const [liked] = inLine(reader.first, /beetroot/);
    await say(reader, liked!.id!, 'more');
    await say(reader, liked!.id!, null);
    world.sources.add([paper('diet', 'Lugano')]);
    await harvest(world.app, 'pubmed');
    const digest = await nextDigest(reader);
    for (const { why, parts } of digest.papersData) {
      expect(why!.because).toBeNull();
      expect(parts!.liked).toBe(0);
    }
  });
});
