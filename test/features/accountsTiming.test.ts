import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Door, newReader, openDoor, signupForm } from './accountsSetup.ts';

// How long an answer takes must not tell whether an address has an account.

let door: Door;
beforeAll(async () => {
  door = await openDoor();
  await newReader(door, 'known@example.org');
});
afterAll(() => door.close());

const attempts: Record<string, (email: string) => Promise<{ status: number }>> = {
  'signing in': (email) => door.visitor().post('/api/auth/login', { email, password: 'Wrong-horse-1' }),
  'signing up': (email) => door.visitor().post('/api/signup', signupForm(email)),
  'asking for a reset': (email) => door.visitor().post('/api/forgot-password', { email }),
};

/**
 * Known and unknown addresses take turns, so that whatever else the machine does falls on both alike; the medians
 * lie within 10 %. A round that was disturbed is taken again: a real difference shows in every round.
 */
test.each(Object.keys(attempts))(
  '%s takes as long for an unknown address as for a known one',
  async (name) => {
    let ratio = 0;
    for (let round = 1; round <= 6; round++) {
      ratio = await ratioOfMedians(attempts[name]!, round);
      if (Math.abs(ratio - 1) < 0.1) return;
    }
    expect.fail(`the medians differ by ${(100 * Math.abs(ratio - 1)).toFixed(1)} %`);
  },
);

async function ratioOfMedians(attempt: (email: string) => Promise<unknown>, round: number): Promise<number> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let pair = 0; pair < 40; pair++) {
    const stranger = `stranger${round}-${pair}@example.org`;
    const turns: [string, number[]][] = [
      ['known@example.org', known],
      [stranger, unknown],
    ];
    for (const [email, times] of pair % 2 ? turns.reverse() : turns) {
      const begun = performance.now();
      await attempt(email);
      times.push(performance.now() - begun);
    }
  }
  return median(known) / median(unknown);
}

const median = (times: number[]): number => times.sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
