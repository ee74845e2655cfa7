import { hash, type Options, verify } from '@node-rs/argon2';
import type { Config } from '#platform/runtime/config.ts';
import { AppError } from '#shared/contract/errors.ts';
import { newPasswordBy } from '#shared/values/fields.ts';
import { trimEnd } from '#shared/values/trim.ts';

/**
 * Argon2id (the library's default) at OWASP's parameters: 19 MiB, two passes, one lane.
 * https://cheatsheetseries.owasp.org/cheatsheets/Password_Storage_Cheat_Sheet.html#argon2id
 */
const cost: Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes the NFKC form, so that a password is the same when typed on another keyboard (NIST SP 800-63B 3.1.1.2). */
export const hashPassword = (password: string): Promise<string> => hash(password.normalize('NFKC'), cost);

/**
 * Compares with the stored hash. Without one it compares with a decoy and returns false, so that an unknown address
 * takes as long as a known one.
 */
export async function passwordMatches(stored: string | null | undefined, password: string): Promise<boolean> {
  const matches = await verify(stored ?? (await decoy), password.normalize('NFKC'), cost);
  return matches && stored != null;
}

/** Takes as long as checking a password, so that response time does not reveal whether there was one to check. */
export const equalizeTiming = async (): Promise<void> => void (await passwordMatches(null, 'nobody'));

const decoy = hashPassword(crypto.randomUUID());

/**
 * Rejects a new password that lacks the kinds of characters that this site requires. Called before any other check.
 * @throws AppError `invalid` with a sentence under `fields.password`.
 */
export function requireKinds({ passwordRule }: Pick<Config, 'passwordRule'>, password: string): void {
  const { error } = newPasswordBy[passwordRule].safeParse(password);
  if (error) refuse(error.issues[0]!.message);
}

/**
 * Rejects what attackers try first: a password from the list of common ones, one of its most frequent words with
 * decoration ("Password123!"), and the reader's own address.
 * @throws AppError `invalid` with a sentence under `fields.password`.
 */
export async function refuseGuessable(password: string, email: string): Promise<void> {
  lists ??= readLists();
  const { common, commonest } = await lists;
  const folded = password.normalize('NFKC').toLowerCase();
  const bare = plainLetters(folded);
  const mailbox = email.split('@')[0]!;
  const sentence =
    common.has(folded) || commonest.has(bare)
      ? 'This password is too common. Please choose one that is harder to guess'
      : folded.includes(email) || (mailbox.length >= 4 && plainLetters(mailbox) === bare)
        ? 'Password must not be your email address'
        : null;
  if (sentence) refuse(sentence);
}

function refuse(sentence: string): never {
  throw new AppError('invalid', sentence, { fields: { password: sentence } });
}

/** Characters that stand for letters in decorated passwords. */
const lookAlike: Record<string, string> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '3': 'e',
  '1': 'i',
  '5': 's',
  $: 's',
  '7': 't',
};

interface Lists {
  /** 49,000 passwords from breaches. */
  common: ReadonlySet<string>;
  commonest: ReadonlySet<string>;
}

let lists: Promise<Lists> | null = null;

/** With the first new password, because they take 4 MB. */
async function readLists(): Promise<Lists> {
  const { default: zxcvbn } = await import('@zxcvbn-ts/language-common');
  const ranked = zxcvbn.dictionary['passwords-common'] as string[];
  const words = ranked
    .slice(0, 300)
    .map(plainLetters)
    .filter((word) => word.length >= 5);
  return { common: new Set(ranked), commonest: new Set([...words, 'litwatch', 'welcome']) };
}

/** `P@ssw0rd123!` → `password`: removes trailing decoration, and reads look-alikes as letters. */
function plainLetters(text: string): string {
  return trimEnd(text, /[^a-z]/).replace(/[@40315$7]/g, (sign) => lookAlike[sign]!);
}
