import { deliveredPapers } from '#platform/db/schema.ts';
import { addDigest, addTopic } from '#test/rows.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

const door = await opened(openDoor());

describe('new papers of each topic', () => {
  it('count for the topic they last came with, and leave out topics without any', async () => {
    const made = await withDigest(door);
    const { db, now } = door.app;
    const unread = async () => (await made.reader.get('/api/desk')).body.unreadByTopic;
    expect(await unread()).toEqual({ [made.termId]: 3 });
    const other = await addTopic(door.app, made.reader.id, 'moss', { status: 'completed' });
    const digest = await addDigest(door.app, made.reader.id, { searchTermId: other.id });
    const brought = { paperId: made.ids[0]!, deliveredAt: new Date(now().getTime() + 1) };
    await db.insert(deliveredPapers).values({ ...brought, searchTermId: other.id, digestId: digest.id });
    expect(await unread()).toEqual({ [made.termId]: 2, [other.id]: 1 });
    for (const id of made.ids)
      await made.reader.put(`/api/papers/${id}/state`, { termId: made.termId, state: 'done' });
    expect(await unread()).toEqual({});
    expect((await made.reader.get('/api/desk')).body).toMatchObject({ unread: 0, sinceVisit: 0, digests: 0 });
  });

  it('leave out papers marked “not for me” on a digest’s page or in a mail, until undone', async () => {
    const { reader, termId, ids } = await withDigest(door);
    const desk = async () => (await reader.get('/api/desk')).body;
    const say = (verdict: 'less' | 'more' | null) =>
      reader.post(`/api/search-terms/${termId}/feedback`, { paperId: String(ids[0]), verdict });
    expect((await say('less')).status).toBe(200);
    expect(await desk()).toMatchObject({ unread: 2, unreadByTopic: { [termId]: 2 } });
    expect((await desk()).papers.map(({ id }: { id: string }) => id)).not.toContain(String(ids[0]));
    await say('more');
    expect((await desk()).unread).toBe(3);
    await say('less');
    await say(null);
    expect((await desk()).unread).toBe(3);
  });
});
