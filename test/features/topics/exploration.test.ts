import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paperFeedback } from '#platform/db/schema.ts';
import { type Follower, heartPaper, startWeeks, type Weeks } from '#test/weeks.ts';

let weeks: Weeks;
let reader: Follower;
let feed: string;
const label = 'Just outside your topic';
const reason = 'of a kind that you have not judged yet';

/** Titles that differ by more than a number, because nearly equal texts count as duplicates. */
const subjects =
  'sleep iron kidneys telephones potassium frailty salt sadness sensors vitamins walking music coffee winter stairs altitude pets language'.split(
    ' ',
  );
/** A week's papers on these subjects, with numbers of its own. */
const papersOf = (week: number) =>
  subjects.map((subject, at) =>
    heartPaper('pubmed', 100 * week + at, {
      title: `Heart failure and ${subject}, year ${week}`,
      abstract: `Whether ${subject} matters in heart failure was asked in ${subject} group ${week}${at}. With ${subject}, ${subject} users had ${subjects[(at + 5) % 18]} and ${subjects[(at + 7) % 18]} more often. We asked ${200 + at} people with heart failure about ${subject}. Readmission fell by ${10 + at}% with ${subject}.`,
    }),
  );

beforeAll(async () => {
  weeks = await startWeeks();
  reader = await weeks.follower('explores@example.org', 'heart failure');
  // While the sign-in is fresh.
  feed = (await reader.post('/api/feed')).body.all.replace(weeks.app.config.baseUrl, '');
});
afterAll(() => weeks.close());

const explore = (explores: boolean) =>
  reader.patch(`/api/search-terms/${reader.termId}/settings`, { explores });
async function nextDigest(week: number) {
  weeks.sources.add(papersOf(week));
  await weeks.week();
  const { id } = (await weeks.digestsOf(reader.termId)).at(-1)!;
  const { papersData, closeMatches } = (await reader.get(`/api/digests/${id}`)).body;
  const isExploratory = ({ why }: { why?: { isExploratory?: boolean } }) => why?.isExploratory === true;
  return { id, papersData, closeMatches, explored: papersData.filter(isExploratory) };
}

describe('exploration', () => {
  it('is a setting of every plan, and part of the export', async () => {
    const on = await explore(true);
    expect(on.status, JSON.stringify(on.body)).toBe(200);
    expect(on.body).toMatchObject({ explores: true });
    const exported = (await reader.post('/api/account/export')).body;
    expect(exported.searchTerms[0]).toMatchObject({ explores: true });
    expect((await explore(false)).body).not.toHaveProperty('explores');
  });

  it('adds nothing until it is turned on', async () => {
    expect((await nextDigest(1)).explored).toEqual([]);
    expect(weeks.mailsTo(reader.email).at(-1)!.text).not.toContain(label);
  });

  it('adds one paper, labeled in the digest, the mail and the feed', async () => {
    await explore(true);
    const { id, papersData, closeMatches, explored } = await nextDigest(2);
    expect(papersData).toHaveLength(10);
    expect(explored).toEqual([papersData[9]]);
    const more = (await reader.get(`/api/email-digests/${id}/more`)).body;
    expect(more).toMatchObject({ total: closeMatches - 10, first: 11 });
    expect(more.papers.map((paper: { id: string }) => paper.id)).not.toContain(explored[0].id);
    const { text, html } = weeks.mailsTo(reader.email).at(-1)!;
    for (const part of [text, html]) {
      expect(part.split(label)).toHaveLength(2);
      expect(part).toContain(reason);
    }
    const atom = await reader.get(feed);
    expect(String(atom.body).split(label)).toHaveLength(2);
  });

  it('gives the reader’s judgement of that paper more weight', async () => {
    const { papersData } = (await weeks.digestsOf(reader.termId)).at(-1)!;
    const [usual, beside] = [papersData[0]!.id!, papersData[9]!.id!];
    const marks: boolean[] = [];
    for (const paperId of [usual, beside]) {
      const path = `/api/search-terms/${reader.termId}/feedback`;
      expect((await reader.post(path, { paperId, verdict: 'more' })).status).toBe(200);
      const own = and(
        eq(paperFeedback.searchTermId, reader.termId),
        eq(paperFeedback.paperId, Number(paperId)),
      );
      const [row] = await weeks.app.db.select().from(paperFeedback).where(own);
      marks.push(row!.isExploratory);
    }
    expect(marks).toEqual([false, true]);
  });

  it('adds none after it is turned off again', async () => {
    await explore(false);
    expect((await nextDigest(3)).explored).toEqual([]);
  });
});
