import { hash, type Options, verify } from '@node-rs/argon2';
import type { App } from '#kit/feature.ts';
import { limit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { newPasswordBy } from '#shared/values/fields.ts';

/**
 * Argon2id (the library's default) at OWASP's parameters: 19 MiB, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes the NFKC form, so that a password is the same when typed on another keyboard (NIST SP 800-63B 3.1.1.2). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

/** Compares with the stored hash. Without one it takes as long, on a decoy, and returns false. */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'), cost);
  return matches && stored != null;
}

/** Takes as long as checking a password, so that response time does not reveal whether there was one to check. */
export const equalizeTiming = async (): Promise<void> => void (await passwordMatches(null, 'nobody'));

const decoy = hashPassword(crypto.randomUUID());

/**
 * Rejects a new password that lacks the kinds of characters that this site requires, and what attackers try first: whatever
 * zxcvbn would guess within a hundred million attempts (common passwords, with look-alike characters and decoration,
 * keyboard rows, dates, repetition), and the reader's own address. Called before a limit counts what the password is for.
 * @throws AppError `invalid` with a sentence under `fields.password`, `limited`
 */
export async function requireGoodPassword(
  app: App,
  { password, email }: { password: string; email: string },
  network: string,
): Promise<void> {
  const { error } = newPasswordBy[app.config.passwordRule].safeParse(password);
  if (error) refuse(error.issues[0]!.message);
  await limit(app, 'new-password', { network });
  const folded = password.normalize('NFKC');
  const [mailbox = ''] = email.split('@');
  const letters = (text: string) => text.toLowerCase().replace(/[^a-z]/g, '');
  if (folded.toLowerCase().includes(email) || (mailbox.length >= 4 && letters(mailbox) === letters(folded)))
    refuse('Password must not be your email address');
  guesser ??= openGuesser();
  // The library takes seconds for a long text. What begins with so much guesswork is no password to guess.
  const own = [mailbox, 'litwatch', 'welcome'];
  const { guesses } = (await guesser).check(folded.slice(0, checkedCharacters), own);
  if (guesses < guessesAtLeast)
    refuse('This password is too common. Please choose one that is harder to guess');
}

const checkedCharacters = 24;
/** Eight random characters take as many by zxcvbn's count (https://dropbox.tech/security/zxcvbn). */
const guessesAtLeast = 1e8;

let guesser: ReturnType<typeof openGuesser> | null = null;

/** With the first new password, because its lists take 6 MB. */
async function openGuesser() {
  const packages = [import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common')] as const;
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all(packages);
  return new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 10 });
}

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence, { fields: { password: sentence } });
}
