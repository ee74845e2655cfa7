import { leftOut } from '../core/parts.ts';
import { textOf, titleWeight } from '../documents/docStore.ts';
import { lengthNorm } from '../documents/termWeights.ts';
import { findMatches, type Matcher } from '../index/matcher.ts';
import { type Matches, union } from '../index/matches.ts';
import { type IndexReader, postingsOf, type Senses } from '../index/reader.ts';
import { remembered } from '../index/rememberedMatches.ts';
import { formOf, newFormReader, type WordForm } from '../text/wordForms.ts';

/** The papers of a word in its sense and of its other names; null for a word that all its forms mean, without names. */
export function matchesOfWord(
  reader: IndexReader,
  { term, typed }: { term: number; typed: string },
  others: readonly Matcher[],
): Matches | null {
  const inSense = term < 0 || leftOut.has('senses') ? null : inSenseOf(reader, term, typed);
  if (others.length === 0) return inSense;
  if (!inSense) return findMatches(reader, { kind: 'any', of: [{ kind: 'term', term }, ...others] });
  return union([inSense, findMatches(reader, { kind: 'any', of: others })]);
}

/** The papers that have a word in the sense of the form typed; null where no other form of its stem stands apart. */
function inSenseOf(reader: IndexReader, term: number, typed: string): Matches | null {
  if (!/^[a-z]{3,}$/i.test(typed)) return null;
  const form = formOf(typed);
  const apart = formsApart(reader.senses, term, form);
  if (apart.length === 0) return null;
  return remembered(reader, `${term} as ${form}`, () => matchesWithout(reader, term, apart));
}

/** The forms of a stem that stand apart from one of them. */
function formsApart({ terms, forms, others }: Senses, term: number, form: WordForm): WordForm[] {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (terms[middle]! < term) low = middle + 1;
    else high = middle;
  }
  const apart: WordForm[] = [];
  for (let at = low; terms[at] === term; at++) if (forms[at] === form) apart.push(others[at]!);
  return apart;
}

/** The papers that have a term in any other form, each as often as it has those. */
function matchesWithout(reader: IndexReader, term: number, apart: readonly WordForm[]): Matches {
  const docIds: number[] = [];
  const frequencies: number[] = [];
  for (const { segment, docBase, deleted } of reader.segments) {
    const { store } = segment;
    const { from, to } = postingsOf(segment, term);
    for (let i = from; i < to; i++) {
      const paper = segment.papers[i]!;
      if (deleted[paper]) continue;
      const title = store.starts[paper]! + store.titles[paper]!;
      let text = '';
      let count = 0;
      for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
        if (store.tokens[at] !== term * 2) continue;
        text ||= textOf(store, paper);
        if (!apart.includes(readForm(text, store.offsets[at]!))) count += at < title ? titleWeight : 1;
      }
      if (count === 0) continue;
      docIds.push(docBase + paper);
      frequencies.push(count / lengthNorm(store.lengths[paper]!, reader.statistics.averageLength));
    }
  }
  return { docIds: Uint32Array.from(docIds), frequencies: Float32Array.from(frequencies) };
}

const readForm = newFormReader();
