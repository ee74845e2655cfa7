import { z } from 'zod';
import { paperStates } from '#shared/papers/paper.ts';

const waitingAnswer = z.object({
  id: z.string(),
  termId: z.string().nullable(),
  state: z.enum(paperStates),
});
/** An answer given while offline. */
export type WaitingAnswer = z.infer<typeof waitingAnswer>;

const keyOf = (userId: string): string => `answers ${userId}`;

/** A reader's answers that this browser sends once it is online, oldest first. */
export function readWaiting(userId: string): WaitingAnswer[] {
  try {
    return z.array(waitingAnswer).parse(JSON.parse(localStorage.getItem(keyOf(userId)) ?? '[]'));
  } catch {
    return [];
  }
}

export function writeWaiting(userId: string, answers: WaitingAnswer[]): void {
  if (answers.length) localStorage.setItem(keyOf(userId), JSON.stringify(answers));
  else localStorage.removeItem(keyOf(userId));
}
