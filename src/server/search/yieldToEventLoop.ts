/** Milliseconds of work after which other requests get their turn. */
const longestMs = 8;

/**
 * For long work on the event loop: `if (yielder.due()) await yielder.take()` between small steps
 * lets everything that waits run first.
 */
export interface CooperativeYield {
  isDue(): boolean;
  yield(): Promise<void>;
}

export function newYielder(): CooperativeYield {
  let since = performance.now();
  return {
    isDue: () => performance.now() - since > longestMs,
    yield: async () => {
      await new Promise<void>((resume) => setImmediate(resume));
      since = performance.now();
    },
  };
}
