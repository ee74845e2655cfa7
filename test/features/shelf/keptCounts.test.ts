import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

const door = await opened(openDoor());

describe('number of kept papers', () => {
  it('is counted for each digest of a topic, and for the topic', async () => {
    const made = await withDigest(door);
    const [first, second] = made.ids;
    const answer = (id: number, state: string) =>
      made.reader.put(`/api/papers/${id}/state`, { termId: made.termId, state });
    await answer(first!, 'kept');
    await answer(second!, 'done');
    const keptOf = async (query: string) =>
      (await made.reader.get(`/api/digests?${query}`)).body.digests[0].kept;
    const inAll = async () =>
      (await made.reader.get(`/api/search-terms/${made.termId}/trends`)).body.keptInAll;
    expect([await keptOf(`topic=${made.termId}`), await inAll()]).toEqual([1, 1]);
    await answer(second!, 'kept');
    expect([await keptOf(`topic=${made.termId}`), await inAll()]).toEqual([2, 2]);
    for (const id of [first!, second!]) await answer(id, 'new');
    expect([await keptOf(`topic=${made.termId}`), await inAll()]).toEqual([0, 0]);
    // The list of all digests does not show the number.
    expect(await keptOf('limit=3')).toBeUndefined();
  });
});
