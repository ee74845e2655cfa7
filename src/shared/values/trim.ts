/**
 * Removes characters from the end while `unwanted` matches them. Takes linear time, unlike `/[…]+$/`, which starts
 * again at every character of a run.
 * @param unwanted matches one UTF-16 unit; without the `g` flag
 */
export function trimEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text[end - 1]!)) end--;
  return text.slice(0, end);
}

/** The same at both ends of the text. */
export function trim(text: string, unwanted: RegExp): string {
  let start = 0;
  while (start < text.length && unwanted.test(text[start]!)) start++;
  return trimEnd(text.slice(start), unwanted);
}

/** The parts between separators of one character, trimmed. Takes linear time. */
export const splitTrimmed = (text: string, separator: string | RegExp): string[] =>
  text.split(separator).map((part) => part.trim());
