import { newReader, openDoor, opened } from './accountsSetup.ts';

// Response times must not reveal whether an address has an account.

const door = await opened(openDoor());
await newReader(door, 'known@example.org');

const attempts: Record<string, (email: string) => Promise<{ status: number }>> = {
  'signing in': (email) => door.visitor().post('/api/auth/login', { email, password: 'Wrong-horse-1' }),
  'signing up': (email) => door.signUp(email),
  'asking for a reset': (email) => door.visitor().post('/api/forgot-password', { email }),
};

/**
 * Known and unknown addresses take turns, so that load on the machine affects both alike, and their medians must be within
 * 10 %. On a busy machine up to 240 samples are taken: a real difference does not disappear with more.
 */
test.each(Object.keys(attempts))(
  '%s takes as long for an unknown address as for a known one',
  { timeout: 240_000 },
  async (name) => {
    const known: number[] = [];
    const unknown: number[] = [];
    for (let pair = 1; pair <= 240; pair++) {
      const turns: [string, number[]][] = [
        ['known@example.org', known],
        [`stranger${pair}@example.org`, unknown],
      ];
      for (const [email, times] of pair % 2 ? turns.reverse() : turns) {
        const startedAt = performance.now();
        await attempts[name]!(email);
        times.push(performance.now() - startedAt);
      }
      if (pair % 40 === 0 && Math.abs(median(known) / median(unknown) - 1) < 0.1) return;
    }
    expect(Math.abs(median(known) / median(unknown) - 1)).toBeLessThan(0.1);
  },
);

const median = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)]!;
