import { openDoor, opened, password } from '../accounts/accountsSetup.ts';
import { countsOf, saidOnDigest, withDigest } from './feedbackSetup.ts';

const door = await opened(openDoor());

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
