import { afterEach, beforeEach, expect, vi } from 'vitest';

// Fails the test that called console.error: nobody fixes an error that only reaches the console.
beforeEach(() => {
  vi.spyOn(console, 'error');
});

afterEach(() => {
  const calls = vi.mocked(console.error).mock.calls;
  vi.mocked(console.error).mockRestore();
  expect(calls, 'console.error was called').toEqual([]);
});
