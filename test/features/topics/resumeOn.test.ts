import { enqueue } from '#platform/queue/queues.ts';
import { addTopic } from '#test/rows.ts';
import { type Follower, heartPaper, opened, startWeeks } from '#test/weeks.ts';
import { eventually } from '#test/world.ts';

const day = 86_400_000;

const weeks = await opened(startWeeks({ corpus: [] }));

const topicOf = async ({ get, id }: Follower) => (await get(`/api/users/${id}/search-terms`)).body[0];
const pause = (reader: Follower, resumeOn: string) =>
  reader.patch(`/api/search-terms/${reader.termId}/active`, { active: false, resumeOn });

/** Runs the scheduler until the topic is active, at most three times. */
async function ticks(reader: Follower): Promise<boolean> {
  for (let looks = 0; looks < 3; looks++) {
    await enqueue(weeks.app, 'tick', {});
    await new Promise((done) => setTimeout(done, 400));
    if ((await topicOf(reader)).isActive) return true;
  }
  return false;
}

describe('topic paused until a day', () => {
  it('sends nothing before that day, and the papers of the pause once, with that day’s delivery', async () => {
    const reader = await weeks.follower('until@example.org', 'heart failure');
    // A Tuesday. The Monday after next is a delivery day.
    expect((await pause(reader, '2026-03-16')).status).toBe(200);
    weeks.sources.add([heartPaper('pubmed', 1), heartPaper('pubmed', 2)]);
    await weeks.week();
    expect(await ticks(reader)).toBe(false);
    expect(await weeks.digestsOf(reader.termId)).toHaveLength(1);

    weeks.sources.add([heartPaper('pubmed', 3)]);
    await weeks.week();
    await eventually(async () => ticks(reader), 'the topic to resume', 20);
    await weeks.work();
    expect(await topicOf(reader)).toMatchObject({ isActive: true });
    expect((await topicOf(reader)).resumeOn).toBeUndefined();
    const [, digest, ...more] = await weeks.digestsOf(reader.termId);
    expect(more).toEqual([]);
    const ofThatTime = digest!.papersData.filter(({ title }) => title.includes('in cohort'));
    expect(ofThatTime.map(({ title }) => title.slice(-1)).sort()).toEqual(['1', '2', '3']);
    expect(weeks.mailsTo(reader.email)).toHaveLength(2);
  });

  it('resumes when that day begins in the reader’s time zone, and waits for the next delivery', async () => {
    const reader = await weeks.follower('zone@example.org', 'heart failure');
    // Auckland is 13 hours ahead of UTC in March.
    await reader.patch(`/api/users/${reader.id}/preferences`, { timeZone: 'Pacific/Auckland' });
    const today = weeks.app.now().toISOString().slice(0, 10);
    const [year, month, date] = today.split('-').map(Number) as [number, number, number];
    const inThreeDays = new Date(Date.UTC(year, month - 1, date + 3));
    expect((await pause(reader, inThreeDays.toISOString().slice(0, 10))).status).toBe(200);
    weeks.pass(inThreeDays.getTime() - weeks.app.now().getTime() - 13 * 3_600_000 - 60_000);
    expect(await ticks(reader)).toBe(false);
    weeks.pass(120_000);
    expect(await ticks(reader)).toBe(true);
    const { nextScheduledRun } = await topicOf(reader);
    expect(Date.parse(nextScheduledRun)).toBeGreaterThan(weeks.app.now().getTime());
  });

  it('waits until the plan has room, then resumes', async () => {
    const reader = await weeks.follower('full@example.org', 'heart failure');
    const until = new Date(weeks.app.now().getTime() + 2 * day).toISOString().slice(0, 10);
    await pause(reader, until);
    const other = await addTopic(weeks.app, reader.id, 'river moss', { status: 'completed' });
    weeks.pass(3 * day);
    expect(await ticks(reader)).toBe(false);
    expect((await topicOf(reader)).resumeOn).toBe(until);
    await reader.delete(`/api/search-terms/${other.id}`);
    // A topic for which the plan has no room is tried again after an hour.
    weeks.pass(3_700_000);
    expect(await ticks(reader)).toBe(true);
  });
});
