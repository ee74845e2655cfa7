/** Milliseconds of work before other requests get a turn. */
const longestMs = 8;

/** For long work on the event loop: `if (yielder.isDue()) await yielder.yield()` between small steps. */
export type CooperativeYield = { isDue(): boolean; yield(): Promise<void> };

/** Starts the clock of a piece of long work. */
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
