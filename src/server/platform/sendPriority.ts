/** Maximum time that computing waits. */
const maxWaitMs = 250;

// One counter and one queue per process, because all of its jobs share one JavaScript thread.
let sendsInHand = 0;
const waiting = new Set<() => void>();

/**
 * Runs `work` ahead of CPU-heavy work: from a service's response until it is stored. If the process died in between, the
 * message would be sent again, so that interval is kept short. Not for mails: their second copy has the same Message-ID.
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

/** Waits until no response is being stored, at most 250 ms. Call it before computing for more than a few milliseconds. */
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
