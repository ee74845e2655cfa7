import { afterEach, beforeEach, expect, vi } from 'vitest';

/** An error that only reaches the console is an error nobody mends: it fails the test that caused it. */
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const said = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(said, 'console.error was called').toEqual([]);
});
