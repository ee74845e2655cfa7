import { setTimeout as delay } from 'node:timers/promises';

/**
 * Looks ten times a second until `look` answers true or the seconds have passed.
 * Never fails: the caller checks what became of it.
 */
export async function until(look: () => boolean | Promise<boolean>, seconds: number): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await look()) && performance.now() < end) await delay(100);
}
