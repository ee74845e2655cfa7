import { eq } from 'drizzle-orm';
import { absorbWorks } from '#corpus/works/merge.ts';
import { paperFeedback, users } from '#platform/db/schema.ts';
import { dataExport } from '#shared/privacy/leave.ts';
import { mostRules } from '#shared/topics/learning.ts';
import { openDoor, opened, password } from '../accounts/accountsSetup.ts';
import { countsOf, saidOnDigest, withDigest } from './feedbackSetup.ts';

// Readers' feedback on papers, given on the dashboard.

const door = await opened(openDoor());

describe('feedback on the dashboard', () => {
  test('a reader judges papers, changes and undoes a judgement, and every view shows it', async () => {
    const { reader, digestId, ids, path, say } = await withDigest(door);
    const [first, second] = ids as [number, number];
    expect(await countsOf(reader)).toEqual({ more: 0, less: 0 });
    expect(await say(first, 'more')).toMatchObject({ status: 200, body: { verdict: 'more' } });
    door.pass(1);
    expect(await say(second, 'more')).toMatchObject({ status: 200 });
    expect(await say(second, 'less')).toMatchObject({ status: 200, body: { verdict: 'less' } });
    expect(await saidOnDigest(reader, digestId)).toEqual({ [first]: 'more', [second]: 'less' });
    expect((await reader.get(`/api/users/${reader.id}/digests`)).body[0].feedback).toEqual({
      [first]: 'more',
      [second]: 'less',
    });
    expect(await countsOf(reader)).toEqual({ more: 1, less: 1 });
    expect((await reader.get(path)).body).toEqual([
      { paperId: String(second), title: 'Paper 2 on moss', verdict: 'less', at: expect.any(String) },
      { paperId: String(first), title: 'Paper 1 on moss', verdict: 'more', at: expect.any(String) },
    ]);
    expect(await say(second, null)).toMatchObject({ status: 200, body: { verdict: null } });
    expect(await say(second, null)).toMatchObject({ status: 200 });
    expect(await saidOnDigest(reader, digestId)).toEqual({ [first]: 'more' });
  });

  test('a reader forgets all judgements of a topic at once', async () => {
    const { reader, digestId, ids, path, say } = await withDigest(door);
    for (const id of ids) await say(id, 'more');
    expect(await reader.delete(path)).toMatchObject({ status: 200 });
    expect(await reader.delete(path)).toMatchObject({ status: 200 });
    expect((await reader.get(path)).body).toEqual([]);
    expect(await saidOnDigest(reader, digestId)).toEqual({});
  });

  test.each([
    ['a paper that no digest of the term brought', 'foreign', 404],
    ['no paper at all', 'moss', 404],
    ['a number beyond all papers', '99999999999999', 404],
    ['a number that is none', '1e3', 404],
    ['nothing', '', 404],
  ])('%s is not found', async (_, paperId, status) => {
    const { reader, path } = await withDigest(door);
    const other = await withDigest(door);
    const asked = paperId === 'foreign' ? String(other.ids[0]) : paperId;
    expect((await reader.post(path, { paperId: asked, verdict: 'more' })).status).toBe(status);
    expect((await reader.get(path)).body).toEqual([]);
  });

  test('refuses an unknown judgement with a sentence', async () => {
    const { ids, say } = await withDigest(door);
    const message = expect.stringContaining('verdict');
    for (const verdict of ['perhaps', 7, undefined])
      expect(await say(ids[0]!, verdict as string)).toMatchObject({ status: 400, body: { message } });
  });

  test('keeps the latest two hundred judgements', async () => {
    const { reader, termId, ids, path, say } = await withDigest(door, 203);
    const long = door.app.now().getTime() - 1_000_000;
    await door.app.db.insert(paperFeedback).values(
      ids.slice(0, 201).map((paperId, at) => ({
        ...{ searchTermId: termId, paperId, verdict: 'more' as const, createdAt: new Date(long + at) },
      })),
    );
    await say(ids[202]!, 'less');
    const kept = (await reader.get(path)).body.map(({ paperId }: { paperId: string }) => Number(paperId));
    expect(kept).toEqual([ids[202], ...ids.slice(2, 201).reverse()]);
  });
});

test('feedback on merged works keeps the judgement, and accepts one under the old id', async () => {
  const { reader, linkTo, digestId, ids, path, say } = await withDigest(door);
  const [kept, discarded, untouched] = ids as [number, number, number];
  await say(discarded, 'more');
  await absorbWorks(door.app, [{ kept, absorbed: discarded }]);
  expect(await saidOnDigest(reader, digestId)).toEqual({ [kept]: 'more', [discarded]: 'more' });
  expect((await reader.get(path)).body).toMatchObject([{ paperId: String(kept), verdict: 'more' }]);
  expect((await door.visitor().get(linkTo(discarded))).body.verdict).toBe('more');
  expect((await say(discarded, 'less')).status).toBe(200);
  expect((await reader.get(path)).body).toMatchObject([{ paperId: String(kept), verdict: 'less' }]);
  expect((await say(untouched, 'less')).status).toBe(200);
  expect(await countsOf(reader)).toEqual({ more: 0, less: 2 });
});

describe('feedback as personal data', () => {
  test('is exported, and deleted with the account', async () => {
    const { reader, termId, ids, say } = await withDigest(door);
    await say(ids[1]!, 'less');
    const { body } = await reader.post('/api/account/export');
    expect(dataExport.parse(body).searchTerms[0]!.judgedPapers).toMatchObject([
      { paperId: String(ids[1]), title: 'Paper 2 on moss', verdict: 'less' },
    ]);
    await reader.post('/api/account/delete', { password });
    const { db } = door.app;
    expect(await db.select().from(users).where(eq(users.id, reader.id))).toEqual([]);
    expect(await db.select().from(paperFeedback).where(eq(paperFeedback.searchTermId, termId))).toEqual([]);
  });

  test('disappears from digests when its topic is deleted', async () => {
    const { reader, termId, digestId, ids, say } = await withDigest(door);
    await say(ids[0]!, 'more');
    const digest = async () => (await reader.get(`/api/digests/${digestId}`)).body;
    expect((await digest()).searchTermId).toBe(termId);
    await reader.delete(`/api/search-terms/${termId}`);
    expect(await digest()).toMatchObject({ searchTermId: null, feedback: {} });
    expect((await say(ids[1]!, 'more')).status).toBe(404);
  });

  test('stays when a topic is reworded, and is discarded when it becomes another', async () => {
    const { reader, termId, ids, path, say } = await withDigest(door);
    await say(ids[0]!, 'more');
    await reader.patch(`/api/search-terms/${termId}`, { term: 'mosses of dry soils' });
    expect((await reader.get(path)).body).toHaveLength(1);
    await reader.patch(`/api/search-terms/${termId}`, { term: 'heart failure' });
    expect((await reader.get(path)).body).toEqual([]);
  });
});

/** Presses the button on a link's page. */
const press = (link: string, state: string, stranger = door.visitor()) =>
  stranger.call('PUT', `${link}/state`, { state });

describe('feedback link of a mail', () => {
  const paper = { title: 'Paper 1 on moss', term: 'soil moss' };

  test('changes nothing when it is opened', async () => {
    const { reader, linkTo, digestId, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    const stranger = door.visitor('203.0.113.9');
    for (const method of ['GET', 'HEAD', 'GET']) expect((await stranger.call(method, link)).status).toBe(200);
    expect((await stranger.get(link)).body).toEqual({ ...paper, verdict: null });
    expect(await saidOnDigest(reader, digestId)).toEqual({});
  });

  test('saves feedback on a button press, without a session, and undoes it', async () => {
    const { reader, linkTo, digestId, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    const stranger = door.visitor('203.0.113.9');
    for (const [state, verdict] of [
      ['kept', 'more'],
      ['not', 'less'],
      ['new', null],
    ]) {
      expect((await stranger.call('PUT', `${link}/state`, { state })).body.state).toBe(state);
      expect((await stranger.get(link)).body).toEqual({ ...paper, verdict });
      expect(await saidOnDigest(reader, digestId)).toEqual(verdict ? { [ids[0]!]: verdict } : {});
      expect(await countsOf(reader)).toEqual({
        more: Number(state === 'kept'),
        less: Number(state === 'not'),
      });
    }
  });

  test('keeps a paper on a button press, without a session, and undoes it', async () => {
    const { reader, linkTo, ids } = await withDigest(door);
    const link = `${linkTo(ids[0]!)}/state`;
    const stranger = door.visitor('203.0.113.9');
    const kept = async () => (await reader.get('/api/papers?state=kept')).body.total;
    expect((await stranger.call('GET', link)).status).toBe(404);
    expect(await kept()).toBe(0);
    expect((await stranger.call('PUT', link, { state: 'kept' })).body).toEqual({
      state: 'kept',
      former: 'new',
    });
    expect((await stranger.call('PUT', link, { state: 'kept' })).body).toEqual({
      state: 'kept',
      former: 'kept',
    });
    expect(await kept()).toBe(1);
    expect((await stranger.call('PUT', link, { state: 'new' })).body.former).toBe('kept');
    expect(await kept()).toBe(0);
    const others = '/api/feedback/none/state';
    expect((await stranger.call('PUT', others, { state: 'kept' })).status).toBe(404);
  });

  test('works a year later', async () => {
    const { linkTo, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    const before = door.clock.now;
    door.clock.now = new Date(before.getTime() + 400 * 86_400_000);
    expect((await press(link, 'kept')).status).toBe(200);
    door.clock.now = before;
  });

  test('stops with the topic and with the account', async () => {
    const { reader, termId, linkTo, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    await press(link, 'kept');
    await reader.delete(`/api/search-terms/${termId}`);
    expect((await door.visitor().get(link)).status).toBe(404);
    expect((await press(link, 'not')).status).toBe(404);
    await reader.post(`/api/search-terms/${termId}/restore`);
    expect((await door.visitor().get(link)).body.verdict).toBe('more');
    await reader.post('/api/account/delete', { password });
    expect((await door.visitor().get(link)).status).toBe(404);
  });

  test('answers 404 when cut, changed or made up', async () => {
    const { reader, linkTo, ids, path } = await withDigest(door);
    const { ids: others } = await withDigest(door);
    const link = linkTo(ids[0]!);
    const changed = link.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'));
    for (const bad of [link.slice(0, -1), changed, '/api/feedback/token', linkTo(others[0]!)]) {
      expect((await door.visitor().get(bad)).status, bad).toBe(404);
      expect((await press(bad, 'kept')).status, bad).toBe(404);
    }
    expect((await reader.get(path)).body).toEqual([]);
  });

  test('refuses a press on another site', async () => {
    const { reader, linkTo, ids, path } = await withDigest(door);
    const there = { 'sec-fetch-site': 'cross-site' };
    const pressed = await door.visitor().call('PUT', `${linkTo(ids[0]!)}/state`, { state: 'kept' }, there);
    expect(pressed.status).toBe(403);
    expect((await reader.get(path)).body).toEqual([]);
  });
  test('limits how often it is pressed, and says how long to wait', async () => {
    const rule: [number, number][] = [[3, 60]];
    const limited = await openDoor({ limited: { feedback: { account: rule } } });
    try {
      const { linkTo, ids } = await withDigest(limited, 1);
      const link = linkTo(ids[0]!);
      for (let pressed = 0; pressed < 3; pressed++)
        expect((await press(link, 'kept', limited.visitor())).status).toBe(200);
      const refused = await press(link, 'new', limited.visitor('203.0.113.77'));
      expect(refused.status).toBe(429);
      expect(refused.body.retryAfter).toBeGreaterThan(0);
      expect((await limited.visitor().get(link)).body.verdict).toBe('more');
    } finally {
      await limited.close();
    }
  });
});

/** A reader with a digest of a topic, and the calls about what it has learned. */
async function learner() {
  const made = await withDigest(door);
  const path = `/api/search-terms/${made.termId}/learning`;
  return {
    ...made,
    learning: async () => (await made.reader.get(path)).body,
    rule: (phrase: string, wants: string | null) => made.reader.patch(path, { phrase, wants }),
  };
}

describe('learning of a topic', () => {
  it('lists words of a liked paper, and the paper', async () => {
    const { learning, ids, say } = await learner();
    expect(await learning()).toEqual({ phrases: [], ignored: [] });
    await say(ids[0]!, 'more');
    const { phrases } = await learning();
    expect(phrases[0]).toMatchObject({ wants: 'more', isRule: false, papers: [{ paperId: String(ids[0]) }] });
  });

  it('stores a rule for a phrase, inverts it, and removes it', async () => {
    const { rule } = await learner();
    const kept = { phrase: 'sphagnum moss', wants: 'more', isRule: true, papers: [] };
    expect((await rule('sphagnum moss', 'more')).body.phrases).toEqual([kept]);
    expect((await rule('Sphagnum  moss', 'less')).body.phrases).toMatchObject([{ wants: 'less' }]);
    expect((await rule('sphagnum moss', 'none')).body).toMatchObject({
      phrases: [],
      ignored: ['sphagnum moss'],
    });
    expect((await rule('sphagnum moss', null)).body).toMatchObject({ phrases: [], ignored: [] });
  });

  it('refuses more rules than a topic can have', async () => {
    const { rule } = await learner();
    for (let i = 0; i < mostRules; i++) expect((await rule(`moss ${i}`, 'more')).status).toBe(200);
    expect((await rule('one more', 'more')).status).toBe(409);
    expect((await rule('moss 1', 'less')).status).toBe(200);
  });

  it('deletes feedback and rules together', async () => {
    const { learning, rule, ids, say, reader, path } = await learner();
    await say(ids[0]!, 'less');
    await rule('sphagnum moss', 'more');
    await reader.delete(path);
    expect(await learning()).toEqual({ phrases: [], ignored: [] });
  });
});
