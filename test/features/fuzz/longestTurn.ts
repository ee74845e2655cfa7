/** Milliseconds of processor time that this thread has used. */
const used = (): number => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
};

/**
 * Does the work and measures its longest turn of the event loop, during which nobody else is served. Measures the processor
 * time of this thread, which a busy machine does not stretch. The embedded database runs in this thread too.
 */
export async function longestTurn<T>(work: () => Promise<T>): Promise<{ result: T; milliseconds: number }> {
  let longest = 0;
  let last = used();
  let next: NodeJS.Immediate | undefined;
  const sample = () => {
    const now = used();
    longest = Math.max(longest, now - last);
    last = now;
    next = setImmediate(sample);
  };
  next = setImmediate(sample);
  try {
    const result = await work();
    // Includes microtasks at the end of the last turn.
    await new Promise((resolve) => setImmediate(resolve));
    return { result, milliseconds: Math.max(longest, used() - last) };
  } finally {
    clearImmediate(next);
  }
}
