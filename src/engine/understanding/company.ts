import { firstFrom } from '../core/firstFrom.ts';
import { sharedNumbers } from '../core/sharedNumbers.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { type DocStore, textOf, titleWeight } from '../documents/docStore.ts';
import type { Statistics } from '../documents/statistics.ts';
import type { Vocabulary } from '../documents/vocabulary.ts';
import { type FormPlaces, formAt, formPlaces, halfAt, isFirstInPaper } from '../index/formPlaces.ts';
import { type FormsInPapers, postingsOf, type Senses } from '../index/reader.ts';
import type { Segment } from '../index/segment.ts';
import { dimensions, fold, type LatentSpace } from '../latent/fold.ts';
import { newFormReader, type WordForm } from '../text/wordForms.ts';

/** Minimum number of sampled papers with a form, to judge its context. */
const leastPapers = 20;
/** Words in more papers than this say too little. */
const papersAtMost = 2500;
/** Number of words on each side of a form that are its context. */
const reach = 3;
/** If the contexts of two forms agree less, as a share of how far each agrees with itself, they mean different things. */
const leastAgreement = 0.57;

interface Corpus {
  segment: Pick<Segment, 'store' | 'terms' | 'postings'>;
  vocabulary: Vocabulary;
  statistics: Statistics;
  space: LatentSpace;
}

/**
 * Which forms of one stem occur in different contexts: `exhaustive` is not `exhaustion`, `18-fold` is not `folding`. Two
 * forms have different senses if the cosine of their contexts is low for samples of this size (Spearman's correction for
 * attenuation), because even two halves of one form's context never agree in full.
 */
export async function sensesOf(corpus: Corpus, yielder: CooperativeYield): Promise<Senses> {
  const { segment, vocabulary } = corpus;
  const range = { least: 2 * leastPapers, most: papersAtMost };
  const company = new Company(corpus);
  const pairs: Record<keyof Senses, number>[] = [];
  for (const places of await formPlaces(segment, vocabulary, range, yielder)) {
    if (yielder.isDue()) await yielder.yield();
    const { term: terms } = places;
    for (const [one, other] of formsApart(company, places))
      pairs.push({ terms, forms: one, others: other }, { terms, forms: other, others: one });
  }
  const column = (name: keyof Senses) => {
    const numbers = sharedNumbers(Uint32Array<SharedArrayBuffer>, pairs.length);
    numbers.set(pairs.map((pair) => pair[name]));
    return numbers;
  };
  return { terms: column('terms'), forms: column('forms'), others: column('others') };
}

/** How a segment's papers write the stems of which forms stand apart: read once, not again for each topic with such a word. */
export async function formsInPapers(
  segment: Segment,
  senses: Senses,
  yielder: CooperativeYield,
): Promise<FormsInPapers> {
  const terms = [...new Set(senses.terms)];
  const starts = [0];
  const found: Record<'papers' | 'forms' | 'counts', number[]> = { papers: [], forms: [], counts: [] };
  const readForm = newFormReader();
  const { store, papers } = segment;
  for (const term of terms) {
    const { from, to } = postingsOf(segment, term);
    for (const paper of papers.subarray(from, to)) {
      if (yielder.isDue()) await yielder.yield();
      const title = store.starts[paper]! + store.titles[paper]!;
      let text = '';
      for (let at = store.starts[paper]!; at < store.starts[paper + 1]!; at++) {
        if (store.tokens[at] !== term * 2) continue;
        text ||= textOf(store, paper);
        found.papers.push(paper);
        found.forms.push(readForm(text, store.offsets[at]!));
        found.counts.push(at < title ? titleWeight : 1);
      }
    }
    starts.push(found.papers.length);
  }
  return {
    terms: Uint32Array.from(terms),
    starts: Uint32Array.from(starts),
    papers: Uint32Array.from(found.papers),
    forms: Uint32Array.from(found.forms),
    counts: Uint8Array.from(found.counts),
  };
}

/** The pairs of a stem's forms that stand apart. */
function formsApart(company: Company, places: FormPlaces): [WordForm, WordForm][] {
  const common = commonForms(places);
  if (common.length < 2) return [];
  const directions = common.map((form) => company.of(places, form).whole());
  const known = new Map<WordForm, number>();
  const reliability = (form: WordForm) => {
    const found = known.get(form) ?? company.of(places, form).reliability();
    known.set(form, found);
    return found;
  };
  return common.flatMap((one, at) =>
    common.slice(0, at).flatMap((other, before): [WordForm, WordForm][] => {
      const alike = cosine(directions[at]!, directions[before]!);
      if (alike >= leastAgreement) return [];
      const most = Math.sqrt(reliability(one) * reliability(other));
      return alike < most * leastAgreement ? [[one, other]] : [];
    }),
  );
}

/** The forms that enough papers have. */
function commonForms(places: FormPlaces): WordForm[] {
  const counts = new Map<WordForm, { papers: number; last: number }>();
  let paper = 0;
  for (let i = 0; i < places.at.length; i++) {
    if (isFirstInPaper(places, i)) paper++;
    const form = formAt(places, i);
    const one = counts.get(form);
    if (!one) counts.set(form, { papers: 1, last: paper });
    else if (one.last !== paper) {
      one.papers++;
      one.last = paper;
    }
  }
  return [...counts].flatMap(([form, { papers }]) => (papers >= leastPapers ? form : []));
}

/** The context of a form, in each half of the papers. Holds one form at a time; the next replaces it. */
class Company {
  private readonly store: DocStore;
  private readonly corpus: Corpus;
  /** How often each term occurs there, and which terms do. */
  private readonly times: readonly [Uint16Array, Uint16Array];
  private readonly named: readonly [number[], number[]] = [[], []];

  constructor(corpus: Corpus) {
    this.store = corpus.segment.store;
    this.corpus = corpus;
    const size = corpus.vocabulary.stems.length;
    this.times = [new Uint16Array(size), new Uint16Array(size)];
  }

  of(places: FormPlaces, form: WordForm): this {
    for (const half of [0, 1] as const) {
      for (const term of this.named[half]) this.times[half][term] = 0;
      this.named[half].length = 0;
    }
    let paper = 0;
    for (let i = 0; i < places.at.length; i++) {
      if (isFirstInPaper(places, i)) paper = firstFrom(this.store.starts, places.at[i]! + 1) - 1;
      if (formAt(places, i) === form) this.add(places.term, places.at[i]!, paper, halfAt(places, i));
    }
    return this;
  }

  private add(own: number, place: number, paper: number, half: 0 | 1): void {
    const { starts, tokens } = this.store;
    const to = Math.min(starts[paper + 1]!, place + reach + 1);
    for (let at = Math.max(starts[paper]!, place - reach); at < to; at++) {
      const term = tokens[at]! >>> 1;
      if (term === own || tokens[at]! & 1) continue;
      if (this.times[half][term]!++ === 0) this.named[half].push(term);
    }
  }

  /** The whole context, as a direction of the latent space. */
  whole(): Float32Array {
    const [one, other] = this.times;
    const terms = [...this.named[0], ...this.named[1].filter((term) => one[term] === 0)];
    return this.directionOf(terms, (term) => one[term]! + other[term]!);
  }

  /** How far the context would agree with another one of its size, estimated from its halves (Spearman and Brown). */
  reliability(): number {
    const [one, other] = this.times.map((times, at) =>
      this.directionOf(this.named[at]!, (term) => times[term]!),
    );
    const half = Math.max(0, cosine(one!, other!));
    return (2 * half) / (1 + half);
  }

  private directionOf(named: readonly number[], timesOf: (term: number) => number): Float32Array {
    const { space, statistics } = this.corpus;
    const direction = new Float32Array(dimensions);
    const terms = Uint32Array.from(named);
    const weights = Float32Array.from(named, (term) => Math.log1p(timesOf(term)));
    fold(space, statistics, { length: terms.length, terms, weights }, direction);
    return direction;
  }
}

const cosine = (one: Float32Array, other: Float32Array): number =>
  one.reduce((sum, value, axis) => sum + value * other[axis]!, 0);
