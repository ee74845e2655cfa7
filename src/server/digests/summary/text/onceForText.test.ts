import { describe, expect, it } from 'vitest';
import { onceForText } from './onceForText.ts';

describe('onceForText', () => {
  it('computes the result of a text once, and again after many other texts', () => {
    let computed = 0;
    const lengthOf = onceForText(
      (text: string) => {
        computed++;
        return { length: text.length };
      },
      (text) => text,
      2,
    );
    expect(lengthOf('moss')).toBe(lengthOf('moss'));
    expect(computed).toBe(1);
    expect(lengthOf('constructor').length).toBe(11);
    lengthOf('lichen');
    lengthOf('moss');
    expect(computed).toBe(4);
  });
});
