import { describe, expect, test } from 'vitest';
import { isPress } from './paperKeys.ts';

const none = { repeat: false, altKey: false, ctrlKey: false, metaKey: false, shiftKey: false };
const press = (key: string, held: Partial<KeyboardEvent> = {}) => isPress({ key, ...none, ...held });

describe('isPress', () => {
  test('accepts a key without modifiers, and ? with Shift', () => {
    expect(press('j')).toBe(true);
    expect(press('ArrowRight')).toBe(true);
    expect(press('?', { shiftKey: true })).toBe(true);
  });

  test('leaves browser shortcuts alone', () => {
    expect(press('j', { ctrlKey: true })).toBe(false);
    expect(press('ArrowLeft', { altKey: true })).toBe(false);
    expect(press('ArrowLeft', { shiftKey: true })).toBe(false);
    expect(press('k', { metaKey: true })).toBe(false);
  });

  test('ignores a held key for answers, but moves from paper to paper', () => {
    expect(press('s', { repeat: true })).toBe(false);
    expect(press('u', { repeat: true })).toBe(false);
    expect(press('k', { repeat: true })).toBe(true);
  });
});
