import { z } from 'zod';
import { boundedText } from './boundedText.ts';

/** Form fields that several contracts share, each with its own messages; what a database can hold. */

/** A day that exists, as `YYYY-MM-DD`. PostgreSQL has no year 0. */
export const day = z.iso.date().refine((text) => text >= '0001', 'Please enter a day that exists.');

/** A moment of a response: the server gives a date, and the answer has its text. */
export const moment = z.preprocess(
  (at) => (at instanceof Date ? at.toISOString() : at),
  z.iso.datetime(),
) as unknown as z.ZodType<string, Date | string>;

/** Text that PostgreSQL can store: without NUL and lone surrogates. */
export const storable = z
  .string()
  .refine((text) => text.isWellFormed() && !text.includes('\0'), 'This text cannot be stored.');

/**
 * A mail address as browsers send it (https://html.spec.whatwg.org/#valid-e-mail-address), at a domain with a dot, whose last
 * part may be international (`xn--…`). Dots as RFC 5321 has them.
 */
export const mailAddress =
  /^(?!\.)(?!.*\.[.@])[\w.!#$%&'*+/=?^`{|}~-]{1,64}@(?:[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?\.)+(?:[a-z]{2,63}|xn--[a-z\d-]{1,59})$/i;

/**
 * An email address in one form: trimmed, in lower case. Only ASCII is folded, and only ASCII is accepted: folding K (the
 * Kelvin sign) to k would make one account of two mailboxes.
 * RFC 5321 allows case to matter in the local part, but no provider in use treats two cases as two people, and two
 * accounts for one mailbox would be a trap.
 */
export const email = z
  .string()
  .max(1000, 'Please enter a valid email address')
  .transform((text) => text.trim().replace(/[A-Z]+/g, (letters) => letters.toLowerCase()))
  .pipe(
    z
      .string()
      .regex(mailAddress, 'Please enter a valid email address')
      .max(254, 'Please enter a valid email address'),
  );

/** Every site's rule for a new password. */
export const newPassword = z
  .string()
  .min(8, 'Password must be at least 8 characters long')
  .max(256, 'Password must be at most 256 characters long');

/** A new password, typed twice: fields of a form for `typedTwice`. */
export const twoPasswords = { password: newPassword, confirmPassword: z.string() };

/** The form, if both passwords are the same. */
export const typedTwice = <Form extends z.ZodObject<typeof twoPasswords>>(
  form: Form,
  mismatch: string,
): Form =>
  form.refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    message: mismatch,
  });

/** A new password under a site's rule. Each failed part of the rule has its own message. */
export const newPasswordBy = {
  kinds: newPassword
    .regex(/\p{Lu}/u, 'Password must contain at least one uppercase letter')
    .regex(/\p{Ll}/u, 'Password must contain at least one lowercase letter')
    .regex(/\p{N}/u, 'Password must contain at least one number')
    .regex(/[^\p{L}\p{N}\s]/u, 'Password must contain at least one special character'),
  length: newPassword,
};

/** A password typed at sign-in: any non-empty text. The limit keeps hashing cheap. */
export const givenPassword = z.string().min(1, 'Password is required').max(1024, 'Password is required');

/** Soft hyphens, with the line break that they allowed, and marks of direction and joining; a zero-width space is one. */
const unseen = /\u00ad(?:\r?\n)?|[\u061c\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Joiners belong to words of scripts that join their letters, such as Persian and Hindi, and to no others. */
const strayJoiner =
  /(?<![\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{M}])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{M}])/gu;

/** Text on one line: NFC, unseen marks removed, control characters and runs of white space as one space, trimmed. */
export const oneLine = z.string().max(2000, 'This text is too long.').transform(toOneLine);

/** Text beyond 2,000 characters is cut. */
export function toOneLine(text: string): string {
  return boundedText(text, 2000)
    .normalize('NFC')
    .replace(unseen, '')
    .replace(strayJoiner, '')
    .replace(/(?:[\p{Cc}\s]|(?![\u200c\u200d])\p{Cf})+/gu, ' ')
    .trim();
}

/** A research topic, 1 to 300 characters. */
export const topic = oneLine.pipe(
  z
    .string()
    .min(1, 'Please enter a research topic.')
    .max(300, 'A research topic can be up to 300 characters long.'),
);

export const weekdays = [
  'sunday',
  'monday',
  'tuesday',
  'wednesday',
  'thursday',
  'friday',
  'saturday',
] as const;
export type Weekday = (typeof weekdays)[number];

/** An IANA time zone that this runtime knows. */
export const timeZone = z
  .string()
  .max(64)
  .refine((zone) => {
    try {
      return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
    } catch {
      return false;
    }
  }, 'Please choose a time zone from the list.');
