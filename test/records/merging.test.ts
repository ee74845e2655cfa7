import path from 'node:path';
import { isMerged, isPiece, setIn } from '#bench/merging/merging.ts';

const { pairs, titles } = setIn(path.join(import.meta.dirname, '../../bench/merging'));
/** Titles that became other ones; only the authors tell. */
const missed = 'another title, and only the authors tell';

test.each(pairs)('pairs of records keep to what they are: $pattern ($pair)', ({ pattern, a, b, same }) => {
  const expected = same && pattern !== missed;
  expect([isMerged(a, b), isMerged(b, a)]).toEqual([expected, expected]);
});

it.each(titles)('takes for what it is: $title', (line) => expect(isPiece(line)).toBe(line.notice));
