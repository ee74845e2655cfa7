/** Milliseconds of work after which other requests get their turn. */
const longest = 8;

/**
 * For long work on the event loop: `if (breath.due()) await breath.take()` between small steps
 * lets everything that waits run first.
 */
export interface Breath {
  due(): boolean;
  take(): Promise<void>;
}

export function newBreath(): Breath {
  let since = performance.now();
  return {
    due: () => performance.now() - since > longest,
    take: async () => {
      await new Promise<void>((resume) => setImmediate(resume));
      since = performance.now();
    },
  };
}
