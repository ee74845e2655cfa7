import { afterAll, describe, expect, it } from 'vitest';
import { worstOf } from './hostile.ts';
import { parsers } from './parsers.ts';
import { closeProvider } from './provider.ts';

afterAll(closeProvider);

// Each parser reads dozens of texts, a few of them for as long as they may take.
describe('text made to keep us busy', { timeout: 120_000 }, () => {
  // Quadratic time for 100,000 characters is seconds; linear time is a few milliseconds, on a busy machine too.
  it.each(Object.entries(parsers))('holds up %s for less than half a second', async (_, parse) => {
    expect((await worstOf(parse, 10_000)).milliseconds).toBeLessThan(500);
  });
});
