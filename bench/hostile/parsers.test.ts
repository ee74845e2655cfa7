import { slowestOf } from './hostile.ts';
import { parsers } from './parsers.ts';
import { closeProvider } from './provider.ts';

afterAll(closeProvider);

// Each parser reads dozens of texts; a few of them may take as long as the limit allows.
describe('text made to keep us busy', { timeout: 120_000 }, () => {
  // A quadratic parser takes seconds for 100,000 characters; a linear one takes milliseconds, even on a busy machine.
  it.each(Object.entries(parsers))('holds up %s for less than half a second', async (_, parse) =>
    expect(await slowestOf(parse, 100_000, 500)).toBeLessThan(500),
  );
});
