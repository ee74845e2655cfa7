/** Stems by number and back. It only grows, so that numbers stay true for every index that shares it. */
export interface Vocabulary {
  readonly stems: string[];
  readonly numbers: Map<string, number>;
}

export const newVocabulary = (stems: string[] = []): Vocabulary => ({
  stems,
  numbers: new Map(stems.map((stem, number) => [stem, number])),
});

/** Stems that another thread has numbered, in their order behind those already there. */
export function addStems(terms: Vocabulary, stems: readonly string[]): Vocabulary {
  for (const stem of stems) addStem(terms, stem);
  return terms;
}

/** The stem's number; a stem not seen before gets the next. */
export function addStem(terms: Vocabulary, stem: string): number {
  const known = terms.numbers.get(stem);
  if (known !== undefined) return known;
  const number = terms.stems.length;
  terms.stems.push(stem);
  terms.numbers.set(stem, number);
  return number;
}

/** Figures alone say nothing about a topic: they count as words, but never widen one. */
export const isNumber = (stem: string): boolean => /^[\d.]+$/.test(stem);
