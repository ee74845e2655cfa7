import { leftOut } from '../core/parts.ts';
import { RecentlyUsed } from '../core/recentlyUsed.ts';
import { textOf, titleWeight } from '../documents/docStore.ts';
import { lengthNorm } from '../documents/termWeights.ts';
import { findMatches, type Matcher } from '../index/matcher.ts';
import { type Matches, union } from '../index/matches.ts';
import { documentFrequency, type IndexReader, postingsOf, type SegmentReader } from '../index/reader.ts';
import { remembered } from '../index/rememberedMatches.ts';
import { dimensions, fold } from '../latent/fold.ts';
import { americanSpelling } from '../text/spelling.ts';

/** Papers of a word family that are looked at, spread evenly over all, and those that show whether it has several forms. */
const sampled = 200;
const glanced = 24;
/** A form that fewer of them have says nothing of its company. */
const leastPapers = 20;
/** Words on each side of a form that are its company. */
const reach = 3;
/** Forms whose company agrees less than this, as a share of how far each agrees with itself, mean different things. */
const leastAgreement = 0.57;
/** A word that more papers have says little, and reading all of them would take long. */
const papersAtMost = 2500;

const rememberedForms = 4000;
const formsByReader = new WeakMap<IndexReader, RecentlyUsed<ReadonlySet<string>>>();

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

/**
 * The papers that have a word in the sense of the form typed, where other forms of its stem keep other company: `exhaustive`
 * is no `exhaustion`, `18-fold` no `folding`. Null where all forms agree or too few papers have them to say so. Two forms
 * stand apart if the cosine of what stands around them is low for samples of this size (Spearman's correction for
 * attenuation), as two halves of one form's company never agree in full either.
 */
function inSenseOf(reader: IndexReader, term: number, typed: string): Matches | null {
  const count = documentFrequency(reader, term);
  if (!/^[a-z]{3,}$/i.test(typed) || count < 2 * leastPapers || count > papersAtMost) return null;
  const own = lemmaOf(typed.toLowerCase());
  const known = formsByReader.get(reader) ?? new RecentlyUsed(rememberedForms, () => 1);
  formsByReader.set(reader, known);
  const apart = known.get(`${term} ${own}`, () => formsApart(reader, term, own));
  if (apart.size === 0) return null;
  return remembered(reader, `${term} as ${own}`, () => matchesWithout(reader, term, apart));
}

/** A form as it is told apart from others: without the ending of a plural, in American spelling. */
const lemmaOf = (form: string): string => americanSpelling(form).replace(/(?<=[^s])s$/, '');

/** The forms of a stem that stand apart from one of them. */
function formsApart(reader: IndexReader, term: number, own: string): ReadonlySet<string> {
  const count = documentFrequency(reader, term);
  const glance = companies(reader, term, spread(count, glanced));
  if (glance.size < 2 && glance.has(own)) return new Set();
  const found = companies(reader, term, spread(count, sampled));
  const typed = found.get(own);
  if (!typed || typed.papers < leastPapers) return new Set();
  const others = [...found].filter(([form, { papers }]) => form !== own && papers >= leastPapers);
  if (others.length === 0) return new Set();
  const self = whole(reader, typed);
  return new Set(
    others.flatMap(([form, one]) => {
      const alike = cosine(self, whole(reader, one));
      if (alike >= leastAgreement) return [];
      const most = Math.sqrt(reliability(reader, typed) * reliability(reader, one));
      return alike < most * leastAgreement ? [form] : [];
    }),
  );
}

/** So many of `count` places, evenly spread. */
const spread = (count: number, size: number): number[] =>
  Array.from({ length: Math.min(count, size) }, (_, i) => Math.floor((i * count) / Math.min(count, size)));

/** How often each term stands near a form, in every other paper and in the rest. */
interface Company {
  papers: number;
  halves: [Map<number, number>, Map<number, number>];
}

/** The company of each form of a stem in the papers at these places of its postings. */
function companies(reader: IndexReader, term: number, places: readonly number[]): Map<string, Company> {
  const found = new Map<string, Company>();
  for (const [i, place] of places.entries()) {
    const { store, paper } = paperAt(reader, term, place);
    const seen = new Set<string>();
    for (const { at, form } of occurrences(store, paper, term)) {
      const one: Company = found.get(form) ?? { papers: 0, halves: [new Map(), new Map()] };
      found.set(form, one);
      if (!seen.has(form)) one.papers++;
      seen.add(form);
      const near = one.halves[i % 2 === 0 ? 0 : 1];
      const from = Math.max(store.starts[paper]!, at - reach);
      const to = Math.min(store.starts[paper + 1]!, at + reach + 1);
      for (let j = from; j < to; j++) {
        const token = store.tokens[j]!;
        if (token % 2 === 0 && token !== term * 2) near.set(token / 2, (near.get(token / 2) ?? 0) + 1);
      }
    }
  }
  return found;
}

type Store = SegmentReader['segment']['store'];

function paperAt({ segments }: IndexReader, term: number, place: number): { store: Store; paper: number } {
  let left = place;
  for (const { segment } of segments) {
    const { from, to } = postingsOf(segment, term);
    if (left < to - from) return { store: segment.store, paper: segment.papers[from + left]! };
    left -= to - from;
  }
  throw new Error(`Term ${term} has no paper at place ${place}.`);
}

/** Where a term stands in a paper, and in which form; `18-fold` is another form than `fold`. */
function* occurrences(store: Store, paper: number, term: number): Generator<{ at: number; form: string }> {
  let text: string | null = null;
  for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
    if (store.tokens[at] !== term * 2) continue;
    text ??= textOf(store, paper);
    const offset = store.offsets[at]!;
    const written = /^[\p{L}\p{N}]+/u.exec(text.slice(offset, offset + longestForm))?.[0] ?? '';
    const numbered = /\p{N}[-‐‑–]$/u.test(text.slice(Math.max(0, offset - 2), offset)) ? '1-' : '';
    yield { at, form: numbered + lemmaOf(written.toLowerCase()) };
  }
}

const longestForm = 40;

/** All of a form's company, as a direction of the latent space. */
function whole(reader: IndexReader, { halves: [one, other] }: Company): Float32Array {
  const all = new Map(one);
  for (const [term, times] of other) all.set(term, (all.get(term) ?? 0) + times);
  return directionOf(reader, all);
}

function directionOf({ space, statistics }: IndexReader, company: ReadonlyMap<number, number>): Float32Array {
  const direction = new Float32Array(dimensions);
  const terms = Uint32Array.from(company.keys());
  const weights = Float32Array.from(company.values(), (times) => Math.log1p(times));
  fold(space, statistics, { length: terms.length, terms, weights }, direction);
  return direction;
}

/** How far all of a form's company would agree with as much again, by how its halves agree (Spearman and Brown). */
function reliability(reader: IndexReader, { halves: [one, other] }: Company): number {
  const half = Math.max(0, cosine(directionOf(reader, one), directionOf(reader, other)));
  return (2 * half) / (1 + half);
}

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, axis) => sum + value * other[axis]!, 0);

/** The papers that have a term in any other form, each as often as it has those. */
function matchesWithout(reader: IndexReader, term: number, apart: ReadonlySet<string>): Matches {
  const docIds: number[] = [];
  const frequencies: number[] = [];
  for (const { segment, docBase, deleted } of reader.segments) {
    const { store } = segment;
    const { from, to } = postingsOf(segment, term);
    for (let i = from; i < to; i++) {
      const paper = segment.papers[i]!;
      if (deleted[paper]) continue;
      const title = store.starts[paper]! + store.titles[paper]!;
      let count = 0;
      for (const { at, form } of occurrences(store, paper, term))
        if (!apart.has(form)) count += at < title ? titleWeight : 1;
      if (count === 0) continue;
      docIds.push(docBase + paper);
      frequencies.push(count / lengthNorm(store.lengths[paper]!, reader.statistics.averageLength));
    }
  }
  return { docIds: Uint32Array.from(docIds), frequencies: Float32Array.from(frequencies) };
}
