import type { Source } from '../core/types.ts';
import { authorKey, sourceBits } from '../documents/columns.ts';
import type { Matcher } from './matcher.ts';

type RecordMatcher = Matcher & { kind: 'record' };
/** Papers by what their records say. */
export const record = (admits: RecordMatcher['admits']): RecordMatcher => ({ kind: 'record', admits });

const lettersOf = (text: string): string =>
  text
    .normalize('NFD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** Papers that one of the index's sources lists, by its name or label; none if there is no such source. */
export function fromSource(called: string, sources: readonly Source[]): RecordMatcher {
  const named = sources.flatMap(({ name, label }) =>
    [name, label].some((one) => lettersOf(one) === lettersOf(called)) ? name : [],
  );
  const wanted = sourceBits(named, sources);
  return record(
    ({ listedBy }) =>
      (paper) =>
        (listedBy[paper]! & wanted) !== 0,
  );
}

/** Papers of journals whose names contain these words, adjacent and in this order. */
export function inJournal(name: string): RecordMatcher {
  const wanted = ` ${lettersOf(name)} `;
  return record(({ journal, journals }) => {
    const admitted = journals.map((one) => ` ${lettersOf(one)} `.includes(wanted));
    return (paper) => admitted[journal[paper]!]!;
  });
}

/** Papers with an author of this family name, of this family name and first initial, or of this ORCID iD. */
export function byAuthor(name: string): RecordMatcher {
  const wanted = authorKey(name);
  return record(
    ({ authors, authorStarts }) =>
      (paper) =>
        authors.subarray(authorStarts[paper], authorStarts[paper + 1]).includes(wanted),
  );
}

/** Papers to which their source assigns one of these publication types, in lower case. */
export function ofTypes(types: readonly string[]): RecordMatcher {
  const wanted = new Set(types);
  return record(({ kind, kinds }) => {
    const admitted = kinds.map((some) => some.some((type) => wanted.has(type.toLowerCase())));
    return (paper) => admitted[kind[paper]!]!;
  });
}

/** Papers that became available in these years, both included. */
export function inYears({ from, to }: { from: number; to: number }): RecordMatcher {
  return record(({ available }) => (paper) => {
    const year = new Date(available[paper]! * 86_400_000).getUTCFullYear();
    return from <= year && year <= to;
  });
}
