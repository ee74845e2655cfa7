import { Runs } from '../text/runs.ts';

/** The term dictionary: number to stem, and stem to number. Append-only, so every index that shares it stays valid. */
export interface Vocabulary {
  readonly stems: string[];
  readonly numbers: Map<string, number>;
  /** What was read of the runs of texts that are stored with these terms. */
  readonly runs: Runs;
}

/** A vocabulary of these stems, numbered in their order. */
export const newVocabulary = (stems: string[] = []): Vocabulary => ({
  stems,
  numbers: new Map(stems.map((stem, number) => [stem, number])),
  runs: new Runs(),
});

/** Appends stems in the order in which another thread numbered them. */
export function addStems(terms: Vocabulary, stems: readonly string[]): Vocabulary {
  for (const stem of stems) addStem(terms, stem);
  return terms;
}

/** The stem's number; a new stem gets the next one. */
export function addStem(terms: Vocabulary, stem: string): number {
  const known = terms.numbers.get(stem);
  if (known !== undefined) return known;
  const number = terms.stems.length;
  terms.stems.push(stem);
  terms.numbers.set(stem, number);
  return number;
}

/** Numbers alone do not describe a topic: they count as words but never expand a query. */
export const isNumber = (stem: string): boolean => /^[\d.]+$/.test(stem);
