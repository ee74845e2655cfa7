/** Computing waits no longer than this for a slow mail server. */
const waitMilliseconds = 250;

// Of the process, like the one thread that both sides share.
let handOvers = 0;
const waiting = new Set<() => void>();

/**
 * Does what must not be held up: a mail on its way to the server, until its answer is written down. Were this
 * process killed in between, the mail would go out again, so that time is kept short.
 */
export async function undisturbed<T>(work: () => Promise<T>): Promise<T> {
  handOvers++;
  try {
    return await work();
  } finally {
    handOvers--;
    if (handOvers === 0) for (const go of waiting) go();
  }
}

/** Ask before computing for more than a few milliseconds without a pause: lets the mails go first, within bounds. */
export async function whenQuiet(): Promise<void> {
  if (handOvers === 0) return;
  await new Promise<void>((resolve) => {
    const go = () => {
      waiting.delete(go);
      clearTimeout(patience);
      resolve();
    };
    const patience = setTimeout(go, waitMilliseconds);
    waiting.add(go);
  });
}
