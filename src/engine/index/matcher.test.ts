import { isWrittenAt } from './matcher.ts';

const text = 'Quality of life, and the quality and life of cells in vitro; in-vitro work; long-term care.';

test.each([
  ['quality of life', text.indexOf('Quality'), true],
  ['quality of life', text.indexOf('quality'), false],
  ['quality life', text.indexOf('Quality'), false],
  ['in vitro', text.indexOf('vitro'), true],
  ['in vitro', text.lastIndexOf('vitro'), true],
  ['the vitro', text.indexOf('vitro'), false],
  ['long term care', text.indexOf('long'), true],
  ['of the', text.indexOf('of'), false],
])('isWrittenAt returns for “%s” at offset %i: %s', (phrase, offset, expected) =>
  expect(isWrittenAt(text, offset, phrase)).toBe(expected),
);
