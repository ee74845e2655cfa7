import type { Lesson, Topic } from '../core/types.ts';
import { isNumber } from '../documents/vocabulary.ts';
import type { IndexReader } from '../index/reader.ts';
import { scan, tokenize } from '../text/tokenize.ts';
import { pairOf, pairWeight } from './features.ts';
import type { Model } from './model.ts';

/** A word or two that a model goes by, as a judged paper writes it. */
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
/** Smaller weights, as a share of the largest, are not worth telling. */
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
  const found = new Map<number, LearnedPhrase & { terms: number[] }>();
  const add = (paper: number, key: number, { terms, phrase }: Written, weight: number) => {
    const before = found.get(key);
    if (before?.papers.includes(paper)) return;
    if (before) before.papers.push(paper);
    else found.set(key, { terms, phrase, wants: weight > 0 ? 'more' : 'less', weight, papers: [paper] });
  };
  for (const { id, title, abstract } of judged)
    for (const word of wordsIn(reader, `${title}\n${abstract ?? ''}`)) {
      const { term, next } = word;
      if (!own.has(term) && !isNumber(reader.vocabulary.stems[term]!))
        add(id, -term, word, wordEffect(reader, model, term));
      if (next) add(id, pairOf(...next.terms), next, pairEffect(reader, model, next.terms));
    }
  const listed: (LearnedPhrase & { terms: number[] })[] = [];
  for (const wants of ['more', 'less'] as const) {
    const some = [...found.values()]
      .filter((one) => one.wants === wants && Math.abs(one.weight) > 0)
      .sort(
        (one, other) => Math.abs(other.weight) - Math.abs(one.weight) || (one.phrase < other.phrase ? -1 : 1),
      );
    const least = leastShare * Math.abs(some[0]?.weight ?? 0);
    const kept: typeof some = [];
    for (const one of some) {
      if (kept.length === mostListed || Math.abs(one.weight) < least) break;
      if (!kept.some(({ terms }) => one.terms.every((term) => terms.includes(term)))) kept.push(one);
    }
    listed.push(...kept);
  }
  return listed.map(({ terms: _, ...phrase }) => phrase);
}

/** The same model, with the reader's own rules in place of what it has learned of those phrases. */
export function withLessons(reader: IndexReader, model: Model, lessons: readonly Lesson[]): Model {
  if (lessons.length === 0) return model;
  const words = new Map(model.words);
  const pairs = new Map(model.pairs);
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
      const pair: [number, number] = [terms[i]!, second];
      pairs.set(pairOf(...pair), ruled(pairEffect(reader, model, pair), pairUnit(reader, pair)));
    }
  }
  return { ...model, words, pairs };
}

const wordUnit = ({ statistics }: IndexReader, term: number): number =>
  (saturated * (statistics.idfs[term] ?? 0)) / wordsLength;

const pairUnit = ({ statistics }: IndexReader, [first, second]: [number, number]): number =>
  pairWeight(statistics.idfs, first, second) / pairsLength;

const wordEffect = (reader: IndexReader, { words }: Model, term: number): number =>
  (words.get(term) ?? 0) * wordUnit(reader, term);

const pairEffect = (reader: IndexReader, { pairs }: Model, pair: [number, number]): number =>
  (pairs.get(pairOf(...pair)) ?? 0) * pairUnit(reader, pair);

interface Written {
  terms: number[];
  phrase: string;
}

interface Word extends Written {
  term: number;
  /** The word with the one after it; null at the end of a sentence. */
  next: { terms: [number, number]; phrase: string } | null;
}

/** The words of a text that the index knows, as written, each with the pair that it begins. */
function wordsIn({ vocabulary }: IndexReader, text: string): Word[] {
  const places: { term: number; from: number; to: number }[] = [];
  scan(text, (forms, start) => {
    for (const { stem, from, to, isSynonym } of forms) {
      const term = vocabulary.numbers.get(stem);
      if (term !== undefined && !isSynonym) places.push({ term, from: start + from, to: start + to });
    }
  });
  const written = (from: number, to: number) => text.slice(from, to).replace(/\s+/g, ' ');
  return places.map(({ term, from, to }, i) => {
    const after = places[i + 1];
    const isNear = after && after.from - to <= 4 && !/[.;:\n]/.test(text.slice(to, after.from));
    return {
      term,
      terms: [term],
      phrase: written(from, to),
      next: isNear ? { terms: [term, after.term], phrase: written(from, after.to) } : null,
    };
  });
}
