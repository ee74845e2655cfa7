import { isSameWork, namesOf, type Signature } from './sameWork.ts';
import { authorsInCommon, type ComparableName } from './spelling.ts';
import { differenceOf, subjectOf } from './substance.ts';
import { comparableWords } from './title.ts';

/** A signature, and the abstract of its record or work. */
export interface Told {
  signature: Signature;
  abstract: string | null;
}

/** Whether two records without a common identifier are one work, by two of title, authors and abstract. */
export const areOneWork = (one: Told, other: Told): boolean =>
  isSameWork(one.signature, other.signature) ? !sayOtherThings(one, other) : isRetitled(one, other);

/** Whether titles that are not the same word by word stand over abstracts that share little, words or numbers: two papers of one team. */
function sayOtherThings(one: Told, other: Told): boolean {
  if (haveSameTitle(one, other) || !one.abstract || !other.abstract) return false;
  const texts = [one.abstract, other.abstract] as const;
  const [{ share, of }, numbers] = [inCommon(texts.map(sequences)), inCommon(texts.map(numbersIn))];
  const areRewritten = numbers.of >= 3 && numbers.share >= 0.8;
  return of >= 40 && share < 0.25 && !areRewritten && wordsInCommon(...texts.map(comparableWords)) < 0.6;
}

const haveSameTitle = ({ signature: one }: Told, { signature: other }: Told): boolean =>
  one.words.join('') === other.words.join('');

/**
 * Whether a preprint and an article are one work under two titles: most authors of the shorter list agree, and so does the text
 * of the abstracts, by sequences of words and by words. An abstract that was rewritten for a journal keeps two words of
 * three, and its numbers, which those of a team's other papers do not. Trials of one team share the words of their methods, and their titles
 * show it: there, with fewer than three authors, and where some left, more of the text has to be the same.
 */
function isRetitled(one: Told, other: Told): boolean {
  const [a, b] = [one.signature, other.signature];
  if (a.stage === b.stage) return false;
  // One list may name a group alone, or people by other names.
  const isByOthers = haveSameTitle(one, other);
  if (!one.abstract || !other.abstract)
    return isByOthers && isByGroup(a) !== isByGroup(b) && subjectOf(a).length > 4;
  if (isByOthers) return textInCommon(one.abstract, other.abstract) >= 0.6;
  const { common, of } = authorsInCommon(namesOf(a), namesOf(b));
  const isTeam = common > 0 && common >= of - (of > 4 ? 1 : 0);
  if (!isTeam && (common < 3 || common < 0.6 * of)) return false;
  const difference = differenceOf(a, b);
  const isDoubtful = common < 3 || difference === 'kind';
  const numbers = inCommon([one, other].map(({ abstract }) => numbersIn(abstract!)));
  const isMeasured = isTeam && !isDoubtful && numbers.of >= 5 && numbers.share >= 0.8;
  const isList = isTeam && isSameList(namesOf(a), namesOf(b));
  const usual = difference ? 0.5 : isList ? 0.12 : isTeam ? 0.2 : 0.4;
  const least = isDoubtful ? 0.7 : isMeasured ? usual / 2 : usual;
  const text = textInCommon(one.abstract, other.abstract);
  if (text < least) return false;
  const said = [one, other].map(({ abstract }) => comparableWords(abstract!)) as [string[], string[]];
  const isRenamed = !difference && numbers.of >= 3 && numbers.share === 1;
  const isAlike = isDoubtful || (difference && !isMeasured);
  const leastWords = isAlike ? 0.7 : isList && text >= 0.2 ? 0.55 : 0.62;
  return (
    wordsInCommon(...said) >= leastWords &&
    (isRenamed || !haveOwnSubjects([a, b], said)) &&
    !isPlanOfOther(one.abstract, other.abstract, difference === 'kind' ? 2 : 3)
  );
}

/** Whether four authors or more stand in one order, which a team rarely repeats. */
const isSameList = (one: ComparableName[], other: ComparableName[]): boolean =>
  one.length > 3 &&
  one.length === other.length &&
  one.every((name, at) => authorsInCommon([name], [other[at]!]).common > 0);

const numbersIn = (text: string): string[] => text.match(/\d[\d.,·]*\d/g) ?? [];

const isByGroup = (signature: Signature): boolean => namesOf(signature).every(({ group }) => group !== null);

/** Whether one text says what will be done, and the other what was done. */
function isPlanOfOther(one: string, other: string, least: number): boolean {
  const [few, many] = [one, other]
    .map((text) => text.match(/\bwill\s\w/g)?.length ?? 0)
    .sort((x, y) => x - y) as [number, number];
  return many >= least && 4 * few <= many;
}

/** The share of the shorter text's telling words that the other has too. */
const wordsInCommon = (...texts: string[][]): number =>
  inCommon(texts.map((words) => words.filter((word) => word.length > 3 || /\d/.test(word)))).share;

/** Whether each title names what its own abstract speaks of and the other's does not: `migraine` or 6 here, `asthma` or 12 there. */
function haveOwnSubjects([a, b]: [Signature, Signature], texts: [string[], string[]]): boolean {
  const [said, saidThere] = texts.map((words) => new Set(words.map(beginning))) as [Set<string>, Set<string>];
  const isOwn = (signature: Signature, own: Set<string>, others: Set<string>) =>
    [...subjectOf(signature), ...signature.words.filter((word) => /^\d/.test(word))]
      .map(beginning)
      .some((word) => own.has(word) && !others.has(word));
  return isOwn(a, said, saidThere) && isOwn(b, saidThere, said);
}

/** Words that begin alike are taken for forms of one word: `infected`, `infection`. */
const beginning = (word: string): string => word.slice(0, 6);

/** The share of the shorter text's sequences of three words that the other has too; 0 of a text too short to tell. */
function textInCommon(...texts: string[]): number {
  const { share, of } = inCommon(texts.map(sequences));
  return of < 40 ? 0 : share;
}

/** The share of the shorter list that the other has too, and how long it is, without what is in it twice. */
function inCommon(lists: string[][]): { share: number; of: number } {
  const [short, long] = lists.map((list) => new Set(list)).sort((x, y) => x.size - y.size);
  const both = [...short!].filter((one) => long!.has(one)).length;
  return { share: both / Math.max(1, short!.size), of: short!.size };
}

function sequences(text: string): string[] {
  const words =
    text
      .slice(0, 5000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.slice(2).map((_, at) => words.slice(at, at + 3).join(' '));
}
