import { mostRules } from '#shared/topics/learning.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { withDigest } from './feedbackSetup.ts';

const door = await opened(openDoor());

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
