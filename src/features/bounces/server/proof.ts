import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';

/**
 * The provider's secret.
 * @throws AppError `unavailable` if it is not configured, so that no unproven report is accepted.
 */
export function needed<T>(setting: T | null, variable: string): T {
  if (setting === null)
    throw new AppError('unavailable', `Reports of this kind are not set up here (${variable}).`);
  return setting;
}

/** @throws AppError `forbidden` unless the report was proven to come from the provider. */
export function refuseUnless(proven: boolean): asserts proven {
  if (!proven) throw new AppError('forbidden', 'This report does not prove where it comes from.');
}

/** Compares in constant time, for any lengths. */
export const same = (given: string, expected: string): boolean =>
  timingSafeEqual(
    createHash('sha256').update(given).digest(),
    createHash('sha256').update(expected).digest(),
  );

/**
 * The report in the provider's form.
 * @throws AppError `invalid` for text that is not JSON or not in that form.
 */
export function parsed<S extends z.ZodType>(shape: S, text: string): z.output<S> {
  const result = z
    .string()
    .transform((text, context) => {
      try {
        return JSON.parse(text, storable) as unknown;
      } catch (cause) {
        context.addIssue({ code: 'custom', message: String(cause) });
        return z.NEVER;
      }
    })
    .pipe(shape)
    .safeParse(text);
  if (!result.success) throw new AppError('invalid', 'This report is not in the expected form.');
  return result.data;
}

/** PostgreSQL stores no NUL. @throws Error for a text with one */
function storable(_: string, value: unknown): unknown {
  if (typeof value === 'string' && value.includes('\0')) throw new Error('a text holds NUL');
  return value;
}

/** A time in a report, limited to the years for which PostgreSQL can read what JavaScript writes. */
export const moment = z.coerce.date().min(new Date(0)).max(new Date('9999-12-31T00:00:00Z'));
