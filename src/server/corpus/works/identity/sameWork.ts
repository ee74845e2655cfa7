import { hash } from 'node:crypto';
import type { SourceRecord } from '#sources/record/source.ts';
import { type PublicationStage, publicationStage } from './identifiers.ts';
import { pieceKind } from './notices.ts';
import { authorsInCommon, type ComparableName, comparableName, nameKey, otherNameKey } from './spelling.ts';
import { differ, subjectOf } from './substance.ts';
import { comparableTitle, isTelling } from './title.ts';

/** The fields of a record for comparison with records that share no identifier. */
export interface Signature {
  stage: PublicationStage;
  words: string[];
  main: string[] | null;
  authors: string[];
}

/** Null for a record that must not be compared: a text about another work, a title too short to be unique, or too few authors. */
export function signatureOf(
  record: Pick<SourceRecord, 'source' | 'title' | 'authors' | 'publicationTypes' | 'doi'>,
  piece = pieceKind(record),
  fewestAuthors = 1,
): Signature | null {
  if (piece !== null || record.authors.length < fewestAuthors || isAbout.test(record.title)) return null;
  const { words, main } = comparableTitle(record.title);
  if (!isTelling(words)) return null;
  return { stage: publicationStage(record), words, main, authors: record.authors.slice(0, mostAuthors) };
}

/** `Data from: Title`, `Supplementary figures for: Title`. */
const isAbout = /^\W{0,9}(?:\p{L}+[\s-]){1,3}(?:about|for|from|of|on|to)\s?:/iu;

/** Longer lists belong to collaborations. Comparing their first authors is enough. */
const mostAuthors = 30;

/**
 * Keys by which a record finds others that may be the same work: its title, its title without the subtitle, and pairs of its
 * authors: of the first, the second and the last, so that one of them may change. `stored` keys are kept with the record, `wanted`
 * keys are looked up: also the pair that the other has if this list begins with one more, and that of names read otherwise.
 */
export const signatureKeys = computedOnce((signature: Signature): { stored: string[]; wanted: string[] } => {
  const { words, main, authors } = signature;
  const digest = (text: string) => hash('sha1', text, 'base64url').slice(0, 14);
  const title = digest(words.join(''));
  const short = main && digest(main.join(''));
  // Few of a long list are read, because names take most of the time.
  const few = [authors[0]!, authors[1], authors[2], authors.at(-1)!].map(
    (name) => name && comparableName(name),
  );
  const [first, second = '', third = '', last] = few.map((name) => name && nameKey(name)) as string[];
  const [otherFirst, , , otherLast] = few.map((name) => name && otherNameKey(name));
  const pair = (...people: string[]) => `p${digest([...new Set(people)].sort().join('\n'))}`;
  const pairs = authors.length ? [pair(first!, last!), pair(first!, second || last!)] : [];
  if (authors.length > 2) pairs.push(pair(second, last!));
  const stored = [`t${title}`, ...(short ? [`m${short}`] : []), ...new Set(pairs)];
  const more = authors.length > 3 ? [pair(second, third)] : [];
  if (otherFirst || otherLast) more.push(pair(otherFirst ?? first!, otherLast ?? last!));
  return { stored, wanted: [...stored, ...more, `m${title}`, ...(short ? [`t${short}`] : [])] };
});

/**
 * Whether two records without a common identifier are one work. Two journal articles never are: series, headings and
 * annual reports repeat their titles. Otherwise
 * - the same title needs two authors in common, in any order (one, if a list has only one);
 * - a subtitle added or dropped, or a title reworded without a change of substance, needs every author of the
 *   shorter list, or three of four if it has five or more: some leave and others join while a paper is reviewed.
 * Any number of years may lie between them.
 */
export function isSameWork(one: Signature, other: Signature): boolean {
  if (one.stage === 'article' && other.stage === 'article') return false;
  const [first, second] = [titleOf(one), titleOf(other)];
  const sameTitle = first.full === second.full;
  if (!sameTitle) {
    const isSubtitled = first.main === second.full || second.main === first.full;
    // A group may have hundreds of papers that differ only in a number, so compare numbers first.
    if (!isSubtitled && lacks(first.numbers, second.numbers) && lacks(second.numbers, first.numbers))
      return false;
    if (differ(one, other, true)) return false;
  }
  const { common, of } = authorsInCommon(namesOf(one), namesOf(other));
  if (sameTitle) return common >= Math.min(2, of);
  if (common < (of > 4 ? 0.75 * of : of)) return false;
  if (of === 1 && one.authors.length !== other.authors.length) return false;
  return of > 2 || !differ(one, other);
}

/** What is known of a work besides its identifiers. */
export type Described = { title: string | null; authors: string[] };

/**
 * Whether two descriptions, which an identifier says are of one work, contradict it: no author in common, and no more than
 * every sixth word of the subject. False where too little is known, or titles are in other scripts.
 */
export const shareNothing = (one: Described, other: Described): boolean =>
  (inCommon(one, other) ?? 1) <= 1 / 6;

/** Whether they agree with it by themselves: by an author, or by half of the subject's words. Also where too little is known. */
export const shareSign = (one: Described, other: Described): boolean => (inCommon(one, other) ?? 1) >= 1 / 2;

/** 1 with an author in common, otherwise the share of common words in the shorter subject; null where too little is known. */
function inCommon(one: Described, other: Described): number | null {
  const { common, of } = authorsInCommon(...peopleOf(one, other));
  if (common > 0) return 1;
  const [first, second] = [one, other].map(({ title }) => subjectOf(comparableTitle(title ?? ''))) as [
    string[],
    string[],
  ];
  const [short, long] = first.length <= second.length ? [first, second] : [second, first];
  // One word says little without authors.
  if (short.length < (of > 0 ? 1 : 2)) return null;
  if (![one, other].every(({ title }) => /\p{scx=Latin}{3}/u.test(title!))) return null;
  const beginnings = new Set(long.map((word) => word.slice(0, 5)));
  return short.filter((word) => beginnings.has(word.slice(0, 5))).length / short.length;
}

const peopleOf = (...all: [Described, Described]): [ComparableName[], ComparableName[]] =>
  all.map(({ authors }) => authors.slice(0, mostAuthors).map(comparableName)) as [
    ComparableName[],
    ComparableName[],
  ];

const titleOf = computedOnce(({ words, main }: Signature) => ({
  full: words.join(''),
  main: main?.join('') ?? null,
  numbers: words.filter((word) => /^\d/.test(word)),
}));

const lacks = (some: string[], others: string[]) => others.some((number) => !some.includes(number));

export const namesOf = computedOnce(({ authors }: Signature) => authors.map(comparableName));

/** Cached, because a signature is compared with many others. */
function computedOnce<T>(compute: (signature: Signature) => T): (signature: Signature) => T {
  const results = new WeakMap<Signature, T>();
  return (signature) => {
    const known = results.get(signature);
    if (known !== undefined) return known;
    const result = compute(signature);
    results.set(signature, result);
    return result;
  };
}
