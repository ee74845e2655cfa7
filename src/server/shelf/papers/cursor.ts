import { AppError } from '#shared/contract/errors.ts';

/**
 * A position in a list, as text for the next call: the last row's sort value and id. It stays valid while the list changes,
 * because that row need not exist any more.
 */
export const cursorOf = (value: string, id: string | number): string =>
  Buffer.from(JSON.stringify([value, String(id)])).toString('base64url');

/** @throws AppError `invalid` for text that is not a cursor */
export function readCursor(cursor: string): [value: string, id: string] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read) && read.length === 2 && read.every((part) => typeof part === 'string'))
      return read as [string, string];
  } catch {
    // Handled below like any other invalid text.
  }
  throw new AppError('invalid', 'This list has changed. Please reload the page.');
}
