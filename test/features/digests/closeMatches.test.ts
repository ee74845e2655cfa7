import { eq } from 'drizzle-orm';
import { readAhead } from '#digests/run/readAhead.ts';
import { emailDigests } from '#platform/db/schema.ts';
import type { WhyNot } from '#shared/digests/closeMatches.ts';
import { opened } from '#test/opened.ts';
import { heartPaper, startWeeks } from '#test/weeks.ts';

/** Titles that differ by more than a number, because nearly equal texts count as duplicates. */
const subjects =
  'sleep iron kidneys telephones potassium frailty salt sadness sensors vitamins walking music coffee winter stairs altitude pets language'.split(
    ' ',
  );
const papers = subjects.map((subject, at) =>
  heartPaper('pubmed', 100 + at, {
    title: `Heart failure and ${subject}`,
    abstract: `Whether ${subject} matters in heart failure was asked in ${subject} group ${at}. With ${subject}, ${subject} users had ${subjects[(at + 5) % 18]} and ${subjects[(at + 7) % 18]} more often. We asked ${200 + at} people with heart failure about ${subject}. Readmission fell by ${10 + at}% with ${subject}.`,
  }),
);
const offTopic = heartPaper('pubmed', 150, {
  title: 'Rust in the concrete beams of old bridges',
  abstract:
    'Beams of concrete were loaded until failure. They broke at 40 kN. Rust was found in most of them.',
});
const late = heartPaper('pubmed', 151);

const weeks = await opened(startWeeks());
const reader = await weeks.follower('more@example.org', 'heart failure');
weeks.sources.add([...papers, offTopic]);
await weeks.week();
await readAhead(weeks.app, {});
const digestId = (await weeks.digestsOf(reader.termId)).at(-1)!.id;
weeks.pass(26 * 3_600_000);
weeks.sources.add([late]);
await weeks.read();

const more = async (query = '') => (await reader.get(`/api/email-digests/${digestId}/more${query}`)).body;
const digest = async () => (await reader.get(`/api/digests/${digestId}`)).body;
const whyNot = async (paper: string): Promise<WhyNot> =>
  (await reader.get(`/api/email-digests/${digestId}/why-not?paper=${encodeURIComponent(paper)}`)).body;

describe('close matches of a digest', () => {
  it('are counted in the digest and its mail', async () => {
    const { closeMatches, papersData } = await digest();
    expect(papersData).toHaveLength(10);
    expect(closeMatches).toBeGreaterThan(10);
    const { text, html } = weeks.mailsTo(reader.email).at(-1)!;
    expect(text).toContain(`10 of ${closeMatches} close matches`);
    expect(text).toContain(`/digests/${digestId}#close-matches`);
    expect(html).toContain(`/digests/${digestId}#close-matches`);
  });

  it('have the address at the reader’s library, once it is set', async () => {
    expect(JSON.stringify(await more())).not.toContain('libraryUrl');
    await reader.put('/api/account/library-link', { link: 'https://resolver.example.edu/openurl' });
    const { papers: listed } = await more();
    for (const { libraryUrl } of listed) expect(libraryUrl).toMatch(/^https:\/\/resolver\.example\.edu\//);
    await reader.put('/api/account/library-link', { link: null });
  });

  it('are listed in pages, ranked as in the digest, without its papers', async () => {
    const { closeMatches, papersData } = await digest();
    const first = await more('?limit=3');
    expect(first.papers).toHaveLength(3);
    expect(first).toMatchObject({ total: closeMatches - 10, first: 11 });
    const second = await more(`?limit=50&after=${first.next}`);
    expect(second).toMatchObject({ next: null, first: 14 });
    const all = [...papersData, ...first.papers, ...second.papers];
    expect(all).toHaveLength(closeMatches);
    expect(new Set(all.map(({ id }) => id)).size).toBe(closeMatches);
    const scores = all.map(({ relevanceScore }) => relevanceScore);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(first.papers[0]).toMatchObject({ takeaway: expect.any(String), facts: expect.any(Object) });
  });

  it('refuses a cursor of another list with a sentence', async () => {
    const answer = await reader.get(`/api/email-digests/${digestId}/more?after=1x`);
    expect(answer.status).toBe(400);
    expect(answer.body.message).toMatch(/reload/);
  });

  it('are kept, refused and cited like the digest’s papers', async () => {
    const { papers } = await more();
    const [kept, disliked] = papers;
    const put = await reader.put(`/api/papers/${kept.id}/state`, { termId: reader.termId, state: 'kept' });
    expect(put.status).toBe(200);
    const judged = await reader.put(`/api/papers/${disliked.id}/state`, {
      termId: reader.termId,
      state: 'not',
    });
    expect(judged.status).toBe(200);
    expect((await more()).feedback).toEqual({ [kept.id]: 'more', [disliked.id]: 'less' });
    const cited = await reader.get(`/api/digests/${digestId}/references.ris?paper=11`);
    expect(cited.status).toBe(200);
    expect(String(cited.body)).toContain(kept.title.slice(0, 40));
  });
});

describe('why a paper is missing', () => {
  it('names the parts of its score and its rank', async () => {
    const { papers } = await more();
    const answer = await whyNot(papers[1].doi);
    expect(answer.title).toBe(papers[1].title);
    expect(answer.because).toMatch(
      /^It is \d+% relevant \(mentions “Heart failure”.*\), and it is in place \d+ of \d+ close matches\.$/,
    );
  });

  it('names the number of a paper in the digest', async () => {
    const { papersData } = await digest();
    const third = { title: papersData[2].title, because: 'It is paper 3 of this digest.' };
    expect(await whyNot(papersData[2].id)).toEqual(third);
    expect(await whyNot(papersData[2].url.match(/\d+/g).at(-1))).toEqual(third);
  });

  it('names the least relevance that the digests of the topic have', async () => {
    const answer = await whyNot(offTopic.title);
    expect(answer.title).toBe(offTopic.title);
    expect(answer.because).toMatch(/relevant.*digests of this topic start at \d+%\.$|do not select it/);
  });

  it('says that a paper was in another digest', async () => {
    const [first] = await weeks.digestsOf(reader.termId);
    expect((await whyNot(first!.papersData[0]!.id!)).because).toMatch(/in another digest/);
  });

  it('says that the filters leave a paper out', async () => {
    const { papers } = await more();
    await weeks.app.db.execute(
      `update search_terms set filters = '${JSON.stringify({ required: [], excluded: ['readmission'], articleTypes: [], minimumRelevance: 0, sources: [] })}'::jsonb`,
    );
    await weeks.app.db.execute(`update users set subscription_tier = 'pro'`);
    expect((await whyNot(papers[2].title)).because).toMatch(/filters of this topic do not select it/);
    await weeks.app.db.execute(`update search_terms set filters = null`);
  });

  it('reports an unknown paper', async () => {
    expect(await whyNot('10.5555/never.was')).toEqual({ title: null, because: 'We know no such paper.' });
    const blank = await reader.get(`/api/email-digests/${digestId}/why-not?paper=%20`);
    expect(blank.status).toBe(400);
  });
});

test('old lists of close matches are deleted after ninety days; the count stays', async () => {
  const { dropOldMatches } = await import('#digests/matches.ts');
  weeks.pass(91 * 86_400_000);
  await dropOldMatches(weeks.app);
  const [row] = await weeks.app.db.select().from(emailDigests).where(eq(emailDigests.id, digestId));
  expect(row!.furtherMatches).toBeNull();
  expect(row!.closeMatches).toBeGreaterThan(10);
});
