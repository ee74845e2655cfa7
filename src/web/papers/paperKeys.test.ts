import { describe, expect, test } from 'vitest';
import { nextPaper, stepOf } from './paperKeys.ts';

const press = (key: string, held: Partial<KeyboardEvent> = {}) =>
  stepOf({ key, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false, ...held });

describe('stepOf', () => {
  test.each([
    ['j', 1],
    ['ArrowRight', 1],
    ['k', -1],
    ['ArrowLeft', -1],
    ['J', 0],
    ['ArrowDown', 0],
    [' ', 0],
  ])('takes %j as %i', (key, step) => expect(press(key)).toBe(step));

  test('leaves the browser its own shortcuts', () => {
    expect(press('j', { ctrlKey: true })).toBe(0);
    expect(press('ArrowLeft', { altKey: true })).toBe(0);
    expect(press('k', { metaKey: true })).toBe(0);
  });
});

test.each([
  [0, 1, 1],
  [0, -1, 1],
  [3, 1, 4],
  [10, 1, 10],
  [1, -1, 1],
] as const)('goes from %i by %i to %i of ten', (current, step, expected) =>
  expect(nextPaper(current, step, 10)).toBe(expected),
);
