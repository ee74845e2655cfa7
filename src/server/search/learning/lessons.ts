import type { Lesson, Topic } from '../core/types.ts';
import { isNumber } from '../documents/vocabulary.ts';
import type { IndexReader } from '../index/reader.ts';
import { tokenize } from '../text/tokenize.ts';
import { firstOf, pairOf, pairWeight, secondOf } from './features.ts';
import type { Model } from './model.ts';
import { PairMap } from './pairMap.ts';
import { type Places, placesOf, writtenFrom } from './places.ts';

/** A word or two that a model relies on, as a judged paper writes it. */
export interface LearnedPhrase {
  phrase: string;
  wants: 'more' | 'less';
  /** About how far it moves a paper that has it, in log odds. */
  weight: number;
  /** Judged papers that have it. */
  papers: number[];
}

/** Phrases listed for each direction. */
const mostListed = 12;
/** Smaller weights, as a share of the largest, are not worth showing. */
const leastShare = 0.15;
/** What a phrase is worth that the reader asks for, about one step of the score shown. */
const asked = 0.7;
/** About the lengths of an abstract's word and pair vectors, and how saturated a word in it is. */
const wordsLength = 22;
const pairsLength = 55;
const saturated = 0.5;

/** The words and pairs by which a model decides, the strongest first; `own` are the topic's own terms, left out. */
export function phrasesOf(
  reader: IndexReader,
  model: Model,
  judged: Topic['liked'],
  own: ReadonlySet<number>,
): LearnedPhrase[] {
  const byId = new Map(judged.map((paper) => [paper.id, paper]));
  const texts = [...byId.values()].map(({ id, title, abstract }) => ({
    id,
    places: placesOf(reader, id, `${title}\n${abstract ?? ''}`),
  }));
  const effects = effectsOf(reader, model, { own, texts });
  const strongest: BothWays = { more: 0, less: 0 };
  const all = texts.map(({ id, places }) => {
    const found = effectsAt(places, effects);
    for (let at = 0; at < found.length; at++) raise(strongest, found[at]!);
    return { id, places, effects: found };
  });
  const least = leastToldOf(strongest);
  const told: Told[] = [];
  const numbers = new PairMap();
  for (const { id, places, effects } of all)
    for (let at = 0; at < effects.length; at++) {
      const weight = effects[at]!;
      if (weight === 0 || !isAbove(least, weight)) continue;
      const known = told[numbers.add(keyAt(places, at), told.length)];
      if (!known) told.push(toldAt(places, at, { weight, id }));
      else if (known.papers.at(-1) !== id) known.papers.push(id);
    }
  return (['more', 'less'] as const).flatMap((wants) => mostTold(told.filter((one) => one.wants === wants)));
}

/** The pair of an effect, by its number in `effectsAt`; for a word a number that no pair has. */
const keyAt = ({ terms }: Places, at: number): number =>
  at & 1 ? pairOf(terms[at >> 1]!, terms[(at >> 1) + 1]!) : -1 - terms[at >> 1]!;

function toldAt(places: Places, at: number, { weight, id }: { weight: number; id: number }): Told {
  const first = at >> 1;
  const last = first + (at & 1);
  return {
    terms: [...places.terms.subarray(first, last + 1)],
    phrase: writtenFrom(places, first, last),
    wants: weight > 0 ? 'more' : 'less',
    weight,
    papers: [id],
  };
}

interface Told extends LearnedPhrase {
  terms: number[];
}

/** The strongest first, without phrases whose words are in an earlier one. */
function mostTold(told: readonly Told[]): LearnedPhrase[] {
  const kept: Told[] = [];
  const inOrder = told.toSorted(
    (one, other) => Math.abs(other.weight) - Math.abs(one.weight) || (one.phrase < other.phrase ? -1 : 1),
  );
  for (const one of inOrder) {
    if (kept.length === mostListed) break;
    if (!kept.some(({ terms }) => one.terms.every((term) => terms.includes(term)))) kept.push(one);
  }
  return kept.map(({ terms: _, ...phrase }) => phrase);
}

/** An effect in each direction, as figures above 0. */
interface BothWays {
  more: number;
  less: number;
}

function raise(strongest: BothWays, effect: number): void {
  if (effect > strongest.more) strongest.more = effect;
  else if (-effect > strongest.less) strongest.less = -effect;
}

/** The weakest effects in each direction that are shown. */
const leastToldOf = ({ more, less }: BothWays): BothWays => ({
  more: leastShare * more,
  less: leastShare * less,
});

const isAbove = (least: BothWays, weight: number): boolean =>
  weight > 0 ? weight >= least.more : weight < 0 && -weight >= least.less;

interface Effects {
  /** By term. */
  words: Float64Array;
  /** By `pairOf`, those that may be listed. */
  pairs: PairMap;
  /** By term: 1 where a pair begins with it. */
  begins: Uint8Array;
}

/** The weights of the words and pairs of some texts. There are many pairs, and most are too weak to be listed. */
function effectsOf(
  reader: IndexReader,
  model: Model,
  { own, texts }: { own: ReadonlySet<number>; texts: readonly { places: Places }[] },
): Effects {
  const { stems } = reader.vocabulary;
  const words = new Float64Array(stems.length);
  for (const [term, weight] of model.words)
    if (weight !== 0 && !own.has(term) && !isNumber(stems[term]!))
      words[term] = weight * wordUnit(reader, term);
  const ofWords: BothWays = { more: 0, less: 0 };
  for (const { places } of texts) {
    const { terms } = places;
    for (let at = 0; at < terms.length; at++) raise(ofWords, words[terms[at]!]!);
  }
  const least = leastToldOf(ofWords);
  const pairs = new PairMap();
  const begins = new Uint8Array(stems.length);
  const { keys, figures, size } = model.pairs;
  for (let at = 0; at < size; at++) {
    const effect = figures[at]! * pairUnit(reader, keys[at]!);
    if (!isAbove(least, effect)) continue;
    pairs.set(keys[at]!, effect);
    begins[firstOf(keys[at]!)] = 1;
  }
  return { words, pairs, begins };
}

/** For each word of a text its weight, and then the weight of its pair with the next word; 0 without one. */
function effectsAt({ terms, beside }: Places, { words, pairs, begins }: Effects): Float64Array {
  const effects = new Float64Array(2 * terms.length);
  for (let i = 0; i < terms.length; i++) {
    effects[2 * i] = words[terms[i]!]!;
    if (beside[i] === 1 && begins[terms[i]!] === 1)
      effects[2 * i + 1] = pairs.get(pairOf(terms[i]!, terms[i + 1]!)) ?? 0;
  }
  return effects;
}

/** The same model, with the reader's own rules in place of what it has learned of those phrases. */
export function withLessons(reader: IndexReader, model: Model, lessons: readonly Lesson[]): Model {
  if (lessons.length === 0) return model;
  const words = new Map(model.words);
  const pairs = model.pairs.mapped((weight) => weight);
  for (const { phrase, wants } of lessons) {
    const terms = tokenize(phrase)
      .filter(({ isSynonym }) => !isSynonym)
      .flatMap(({ stem }) => reader.vocabulary.numbers.get(stem) ?? []);
    const [first, ...rest] = terms;
    if (first === undefined) continue;
    const sign = wants === 'none' ? 0 : wants === 'more' ? 1 : -1;
    const ruled = (effect: number, unit: number) =>
      unit > 0 ? (sign * Math.max(Math.abs(effect), asked)) / unit : 0;
    if (rest.length === 0) words.set(first, ruled(wordEffect(reader, model, first), wordUnit(reader, first)));
    for (const [i, second] of rest.entries()) {
      const pair = pairOf(terms[i]!, second);
      pairs.set(pair, ruled(pairEffect(reader, model, pair), pairUnit(reader, pair)));
    }
  }
  return { ...model, words, pairs };
}

const wordUnit = ({ statistics }: IndexReader, term: number): number =>
  (saturated * (statistics.idfs[term] ?? 0)) / wordsLength;

const pairUnit = ({ statistics }: IndexReader, pair: number): number =>
  pairWeight(statistics.idfs, firstOf(pair), secondOf(pair)) / pairsLength;

const wordEffect = (reader: IndexReader, { words }: Model, term: number): number =>
  (words.get(term) ?? 0) * wordUnit(reader, term);

const pairEffect = (reader: IndexReader, { pairs }: Model, pair: number): number =>
  (pairs.get(pair) ?? 0) * pairUnit(reader, pair);
