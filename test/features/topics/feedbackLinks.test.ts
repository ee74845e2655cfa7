import { openDoor, opened, password } from '../accounts/accountsSetup.ts';
import { countsOf, saidOnDigest, withDigest } from './feedbackSetup.ts';

const door = await opened(openDoor());

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

  test('saves feedback on a button press, without a session', async () => {
    const { reader, linkTo, digestId, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    const stranger = door.visitor('203.0.113.9');
    expect((await stranger.post(link, { verdict: 'more' })).body).toEqual({ ...paper, verdict: 'more' });
    expect((await stranger.get(link)).body.verdict).toBe('more');
    expect(await saidOnDigest(reader, digestId)).toEqual({ [ids[0]!]: 'more' });
    expect((await stranger.post(link, { verdict: 'less' })).body.verdict).toBe('less');
    expect(await countsOf(reader)).toEqual({ more: 0, less: 1 });
  });

  test('undoes saved feedback', async () => {
    const { reader, linkTo, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    const stranger = door.visitor('203.0.113.9');
    await stranger.post(link, { verdict: 'less' });
    expect((await stranger.post(link, { verdict: null })).body).toEqual({ ...paper, verdict: null });
    expect(await countsOf(reader)).toEqual({ more: 0, less: 0 });
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
    expect((await door.visitor().post(link, { verdict: 'more' })).status).toBe(200);
    door.clock.now = before;
  });

  test('stops with the topic and with the account', async () => {
    const { reader, termId, linkTo, ids } = await withDigest(door);
    const link = linkTo(ids[0]!);
    await door.visitor().post(link, { verdict: 'more' });
    await reader.delete(`/api/search-terms/${termId}`);
    expect((await door.visitor().get(link)).status).toBe(404);
    expect((await door.visitor().post(link, { verdict: 'less' })).status).toBe(404);
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
      expect((await door.visitor().post(bad, { verdict: 'more' })).status, bad).toBe(404);
    }
    expect((await reader.get(path)).body).toEqual([]);
  });

  test('refuses a press on another site', async () => {
    const { reader, linkTo, ids, path } = await withDigest(door);
    const press = await door
      .visitor()
      .call('POST', linkTo(ids[0]!), { verdict: 'more' }, { 'sec-fetch-site': 'cross-site' });
    expect(press.status).toBe(403);
    expect((await reader.get(path)).body).toEqual([]);
  });
  test('limits how often it is pressed, and says how long to wait', async () => {
    const rule: [number, number][] = [[3, 60]];
    const limited = await openDoor({ limited: { feedback: { account: rule } } });
    try {
      const { linkTo, ids } = await withDigest(limited, 1);
      const link = linkTo(ids[0]!);
      for (let press = 0; press < 3; press++)
        expect((await limited.visitor().post(link, { verdict: 'more' })).status).toBe(200);
      const refused = await limited.visitor('203.0.113.77').post(link, { verdict: null });
      expect(refused.status).toBe(429);
      expect(refused.body.retryAfter).toBeGreaterThan(0);
      expect((await limited.visitor().get(link)).body.verdict).toBe('more');
    } finally {
      await limited.close();
    }
  });
});
