import type { Desk } from '#shared/shelf/paperState.ts';
import { withArrivals } from './arrivals.ts';

test('papers that come in stand before the others, and no answer of the visit is counted twice', () => {
  const desk = (ids: string[], rest: object) =>
    ({ papers: ids.map((id) => ({ id })), next: 'more', since: null, kept: 0, done: 0, ...rest }) as Desk;
  const before = desk(['a', 'b'], { unread: 2, unreadByTopic: { soil: 2 } });
  const now = desk(['c', 'b'], { next: null, unread: 2, kept: 1, unreadByTopic: { soil: 1, sand: 1 } });
  // One of the two was kept in this visit.
  const grown = { new: -1, kept: 1, done: 0, not: 0 };
  const after = withArrivals(before, now, (state, topic) => (topic === 'sand' ? 0 : grown[state]));
  expect(after.papers.map(({ id }) => id)).toEqual(['c', 'a', 'b']);
  expect(after).toMatchObject({ next: 'more', unread: 3, kept: 0, unreadByTopic: { soil: 2, sand: 1 } });
});
