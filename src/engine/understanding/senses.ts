import { firstFrom } from '../core/firstFrom.ts';
import { lengthNorm } from '../documents/termWeights.ts';
import { findMatches, type Matcher } from '../index/matcher.ts';
import { type Matches, remembered, union } from '../index/matches.ts';
import type { IndexReader, Senses } from '../index/reader.ts';
import { formOf, type WordForm } from '../text/wordForms.ts';

/** The papers that have a word in its sense, or one of its other names; null if all its forms mean the same. */
export function matchesOfWord(
  reader: IndexReader,
  { term, typed }: { term: number; typed: string },
  others: readonly Matcher[],
): Matches | null {
  const inSense = term < 0 ? null : inSenseOf(reader, term, typed);
  if (others.length === 0) return inSense;
  if (!inSense) return findMatches(reader, { kind: 'any', of: [{ kind: 'term', term }, ...others] });
  return union([inSense, findMatches(reader, { kind: 'any', of: others })]);
}

/** The papers that have a word in the sense of the typed form; null if no form of its stem has a different one. */
function inSenseOf(reader: IndexReader, term: number, typed: string): Matches | null {
  if (!/^[a-z]{3,}$/i.test(typed)) return null;
  const form = formOf(typed);
  const apart = formsApart(reader.senses, term, form);
  if (apart.length === 0) return null;
  return remembered(reader, `${term} as ${form}`, () => matchesWithout(reader, term, apart));
}

/** The forms of a stem with a different sense from one of them. */
function formsApart({ terms, forms, others }: Senses, term: number, form: WordForm): WordForm[] {
  const apart: WordForm[] = [];
  for (let at = firstFrom(terms, term); terms[at] === term; at++)
    if (forms[at] === form) apart.push(others[at]!);
  return apart;
}

/** The papers that have a term in any other form, with the frequency of those forms. */
function matchesWithout(reader: IndexReader, term: number, apart: readonly WordForm[]): Matches {
  const docIds: number[] = [];
  const frequencies: number[] = [];
  for (const { segment, docBase, deleted, forms: written } of reader.segments) {
    const { lengths } = segment.store;
    const { terms, starts, papers, forms, counts } = written;
    const row = firstFrom(terms, term);
    const end = terms[row] === term ? starts[row + 1]! : 0;
    for (let at = starts[row]!; at < end; ) {
      const paper = papers[at]!;
      let count = 0;
      for (; at < end && papers[at] === paper; at++) if (!apart.includes(forms[at]!)) count += counts[at]!;
      if (count === 0 || deleted[paper]) continue;
      docIds.push(docBase + paper);
      frequencies.push(count / lengthNorm(lengths[paper]!, reader.statistics.averageLength));
    }
  }
  return { docIds: Uint32Array.from(docIds), frequencies: Float32Array.from(frequencies) };
}
