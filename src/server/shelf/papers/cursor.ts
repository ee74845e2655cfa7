import { AppError } from '#shared/contract/errors.ts';

/**
 * A place in a list, as text for the next call: the last row's sort value and its id. The list may change meanwhile;
 * a place stays valid, because it names no row that must still exist.
 */
export const cursorOf = (value: string, id: string | number): string =>
  Buffer.from(JSON.stringify([value, String(id)])).toString('base64url');

/** @throws AppError `invalid` for text that is no cursor */
export function readCursor(cursor: string): [value: string, id: string] {
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (Array.isArray(read) && read.length === 2 && read.every((part) => typeof part === 'string'))
      return read as [string, string];
  } catch {
    // Answered below like any other text that is none.
  }
  throw new AppError('invalid', 'This list has changed. Please reload the page.');
}
