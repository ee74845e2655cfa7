import { isSameWork, namesOf, type Signature } from './sameWork.ts';
import { authorsInCommon } from './spelling.ts';
import { areParallel, subjectOf } from './substance.ts';
import { comparableWords } from './title.ts';

/** A signature, and the abstract of its record or work. */
export interface Told {
  signature: Signature;
  abstract: string | null;
}

/** Whether two records without a common identifier are one work, by title and authors, or by authors and abstract. */
export const areOneWork = (one: Told, other: Told): boolean =>
  isSameWork(one.signature, other.signature) || isRetitled(one, other);

/**
 * Whether a preprint and an article are one work under two titles: nearly all authors of the shorter list agree, and so does
 * the text of the abstracts. Trials of one team share the words of their methods, and their titles show it: there, and with
 * fewer than three authors, most of the text has to be the same. Some teams have one text for all their diseases or genomes.
 */
function isRetitled(one: Told, other: Told): boolean {
  const [a, b] = [one.signature, other.signature];
  if (a.stage === b.stage || !one.abstract || !other.abstract) return false;
  const { common, of } = authorsInCommon(namesOf(a), namesOf(b));
  if (common === 0 || common < of - (of > 4 ? 1 : 0)) return false;
  const least = common < 3 || areParallel(a, b) ? 0.7 : 0.4;
  return textInCommon(one.abstract, other.abstract) >= least && !haveOwnSubjects(one, other);
}

/** Whether each title names what its own abstract speaks of and the other's does not: `migraine` or 6 here, `asthma` or 12 there. */
function haveOwnSubjects(one: Told, other: Told): boolean {
  const [said, saidThere] = [one, other].map(
    ({ abstract }) => new Set(comparableWords(abstract!).map(beginning)),
  ) as [Set<string>, Set<string>];
  const isOwn = ({ signature }: Told, own: Set<string>, others: Set<string>) =>
    [...subjectOf(signature), ...signature.words.filter((word) => /^\d/.test(word))]
      .map(beginning)
      .some((word) => own.has(word) && !others.has(word));
  return isOwn(one, said, saidThere) && isOwn(other, saidThere, said);
}

/** Words that begin alike are taken for forms of one word: `infected`, `infection`. */
const beginning = (word: string): string => word.slice(0, 6);

/** The share of the shorter text's sequences of three words that the other has too; 0 of a text too short to tell. */
function textInCommon(some: string, others: string): number {
  const [short, long] = [some, others].map(sequences).sort((a, b) => a.size - b.size) as [
    Set<string>,
    Set<string>,
  ];
  return short.size < 40 ? 0 : [...short].filter((words) => long.has(words)).length / short.size;
}

function sequences(text: string): Set<string> {
  const words =
    text
      .slice(0, 5000)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return new Set(words.slice(2).map((_, at) => words.slice(at, at + 3).join(' ')));
}
