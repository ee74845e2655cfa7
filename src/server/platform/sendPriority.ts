/** The longest that computing waits. */
const maxWaitMs = 250;

// One pair for the process, because all of its jobs share one JavaScript thread.
let sendsInHand = 0;
const waiting = new Set<() => void>();

/**
 * Runs `work` ahead of CPU-heavy work: from a service's answer until it is stored. If the process died in between, the
 * message would be sent again, so that interval is kept short. Mails are noted by a thread of their own.
 */
export async function withSendPriority<T>(work: () => Promise<T>): Promise<T> {
  sendsInHand++;
  try {
    return await work();
  } finally {
    sendsInHand--;
    if (sendsInHand === 0) for (const resume of waiting) resume();
  }
}

/** Call it before computing for more than a few milliseconds: waits until no answer is being stored, 250 ms at most. */
export async function yieldToSends(): Promise<void> {
  if (sendsInHand === 0) return;
  await new Promise<void>((resolve) => {
    const resume = () => {
      waiting.delete(resume);
      clearTimeout(timer);
      resolve();
    };
    const timer = setTimeout(resume, maxWaitMs);
    waiting.add(resume);
  });
}
