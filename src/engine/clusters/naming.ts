import { recalled } from '../core/memo.ts';
import type { SeedPaper } from '../core/types.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';
import { isNumber, type Vocabulary } from '../documents/vocabulary.ts';
import { docIdOf, type IndexReader } from '../index/reader.ts';
import { type Words, wordsOfPaper } from './words.ts';

/** Ids of at most `limit` papers of the index, as the ranking orders them for a text. */
export type Retrieve = (text: string, limit: number) => readonly number[];

/** Up to three adjacent words, and the papers that have them. */
export interface Phrase {
  terms: number[];
  /** By paper: how often its abstract has them, twice, and one more if its title has them. */
  mentions: Map<number, number>;
  /** Where they are written; few phrases are ever asked how. */
  places: [words: Words, first: number, last: number][];
}

export const isInTitle = ({ mentions }: Phrase, paper: number): boolean =>
  (mentions.get(paper) ?? 0) % 2 === 1;
export const timesInAbstract = ({ mentions }: Phrase, paper: number): number =>
  (mentions.get(paper) ?? 0) >>> 1;

/** A possible name. */
interface Candidate {
  name: string;
  /** How well its phrases tell the papers from others, as a share of the best phrase's value. */
  fits: number;
}

const longest = 3;
/** Value of a phrase by its number of words, relative to one word: more words are more precise. */
export const worthOfLength = [1, 2, 2.4];
/** Added to shares, so that a phrase of two papers does not count as all of a cluster’s. */
const smoothing = 0.02;
/** A second phrase is added if the first leaves out at least this share of the papers, and it has this share of those. */
const leftOut = 0.4;
const takenIn = 0.25;

/** Number of phrases tried as a name, and number of those also tried with a second phrase. */
const tried = 12;
const triedInPairs = 7;
/** Minimum number of a cluster's papers that the index must hold for names to be tried on the index. */
const enough = 4;
/** Factor by which another name has to find the papers better. */
const clearly = 1.1;
/** Number of other papers that are searched besides a cluster’s own. */
const lookedThrough = 100;

/**
 * A name for each cluster, of one or two phrases: those by which the titles of its papers differ most from the other
 * papers and from the index. Among the best, takes the name that finds the cluster’s papers best, if the index holds
 * them. `clusters` are numbers of texts.
 */
export async function namesOf(
  reader: IndexReader,
  texts: readonly SeedPaper[],
  clusters: readonly (readonly number[])[],
  { retrieve, yielder }: { retrieve: Retrieve; yielder: CooperativeYield },
): Promise<string[]> {
  const phrases = await phrasesOf(reader, texts, yielder);
  const inLowerCase = termsInLowerCase(phrases);
  const asWritten = (phrase: Phrase) => writtenAs(phrase, inLowerCase);
  const nameOf = (papers: readonly number[]): string => {
    const first = bestPhrases(reader, phrases, { papers, all: texts.length, beside: [] })[0]?.phrase;
    if (!first) return texts[papers[0]!]!.title.trim() || nameless;
    const left = papers.filter((paper) => !first.mentions.has(paper));
    // One word is vague: add another phrase of the same papers to make a topic.
    const isShort = first.terms.length === 1;
    const isWanted = isShort || left.length >= leftOut * papers.length;
    const among = isShort ? papers : left;
    const second = isWanted
      ? bestPhrases(reader, phrases, { papers: among, all: texts.length, beside: first.terms })[0]?.phrase
      : null;
    const isTaken = second && share(second, among) >= takenIn;
    return isTaken ? `${asWritten(first)} and ${asWritten(second)}` : asWritten(first);
  };
  const namesToTry = (papers: readonly number[]): Candidate[] => {
    const all = bestPhrases(reader, phrases, { papers, all: texts.length, beside: [] });
    const best = all
      .filter(({ phrase }) => share(phrase, papers) >= takenIn)
      .slice(0, tried)
      .map(({ phrase, score }) => ({
        terms: phrase.terms,
        name: asWritten(phrase),
        fits: score / all[0]!.score,
      }));
    const pairs = best.slice(0, triedInPairs).flatMap((one, at) =>
      best
        .slice(at + 1, triedInPairs)
        .filter(({ terms }) => !terms.some((term) => one.terms.includes(term)))
        .map((other) => ({ name: `${one.name} and ${other.name}`, fits: (one.fits + other.fits) / 2 })),
    );
    return [...best, ...pairs];
  };
  const names: string[] = [];
  for (const papers of clusters) {
    let name = nameOf(papers);
    const wanted = new Set(papers.map((at) => texts[at]!.id).filter((id) => docIdOf(reader, id) >= 0));
    if (wanted.size >= enough) {
      const limit = wanted.size + lookedThrough;
      let most = worthOf(retrieve(name, limit), wanted);
      for (const other of namesToTry(papers)) {
        await yielder.yield();
        const worth = other.fits * worthOf(retrieve(other.name, limit), wanted);
        if (worth > most * clearly) [name, most] = [other.name, worth];
      }
    }
    names.push(name);
    await yielder.yield();
  }
  return names;
}

/** How well a list ranks the wanted papers: its average precision. */
function worthOf(found: readonly number[], wanted: ReadonlySet<number>): number {
  let hits = 0;
  let sum = 0;
  for (const [at, id] of found.entries()) if (wanted.has(id)) sum += ++hits / (at + 1);
  return sum / wanted.size;
}

/** Name of a cluster of papers without titles, until the reader changes it. */
const nameless = 'papers without a title';

/** A word of phrases, and what follows it in them. */
interface Branch {
  /** The phrase that ends here. */
  phrase: Phrase | null;
  next: Map<number, Branch>;
}

/** The phrases of the titles, with the papers whose title or abstract has them. */
export async function phrasesOf(
  reader: IndexReader,
  texts: readonly SeedPaper[],
  yielder: CooperativeYield,
): Promise<Phrase[]> {
  const found = new Set<Phrase>();
  const root: Branch = { phrase: null, next: new Map() };
  const read = texts.map((text) => wordsOfPaper(reader, text));
  // An abstract is looked through for the phrases of titles alone: it has ten times as many words, and most are in none.
  for (const part of ['title', 'abstract'] as const) {
    const inTitle = part === 'title';
    const follow = ({ next }: Branch, term: number) =>
      inTitle ? recalled(next, term, () => ({ phrase: null, next: new Map() })) : next.get(term);
    for (const [paper, { [part]: words }] of read.entries()) {
      if (yielder.isDue()) await yielder.yield();
      forEachPhrase(words, reader.vocabulary, { root, follow }, (branch, first, last) => {
        if (inTitle)
          branch.phrase ??= { terms: words.terms.slice(first, last + 1), mentions: new Map(), places: [] };
        if (!branch.phrase) return;
        const { mentions, places } = branch.phrase;
        mentions.set(paper, inTitle ? 1 : (mentions.get(paper) ?? 0) + 2);
        places.push([words, first, last]);
        found.add(branch.phrase);
      });
    }
  }
  return [...found];
}

const label = /^(?:[IVX]+|\p{L})$/u;

/** Every run of up to three adjacent words, or of words joined by “of”, as far as a branch follows. */
function forEachPhrase(
  { text, terms, starts, endOf }: Words,
  { stems }: Vocabulary,
  { root, follow }: { root: Branch; follow: (branch: Branch, term: number) => Branch | undefined },
  take: (branch: Branch, first: number, last: number) => void,
): void {
  const isBeside = (at: number): boolean =>
    at > 0 && at < terms.length && isGap(text, endOf(at - 1), starts[at]!);
  const isAfterOf = (at: number): boolean => /^\s+of\s+$/.test(text.slice(endOf(at - 1), starts[at]!));
  for (let first = 0; first < terms.length; first++) {
    let branch = terms[first]! < 0 ? undefined : follow(root, terms[first]!);
    if (!branch || isNumber(stems[terms[first]!]!)) continue;
    // A name cannot begin with the label of the word before: `II receptor` of `angiotensin II receptor`.
    if (label.test(text.slice(starts[first], endOf(first))) && isBeside(first)) continue;
    let hasOf = false;
    for (let at = first; at < Math.min(first + longest, terms.length); at++) {
      if (at > first) {
        branch = terms[at]! < 0 ? undefined : follow(branch, terms[at]!);
        if (!branch) break;
        const isOf = !isBeside(at) && isAfterOf(at);
        if (!isOf && !isBeside(at)) break;
        hasOf ||= isOf;
      }
      // Nor can it end within the words behind “of”: `burden of heart` of `burden of heart failure`.
      if (!hasOf || !isBeside(at + 1)) take(branch, first, at);
    }
  }
}

/** Whether only white space or a hyphen stands between two words. */
const isGap = (text: string, from: number, to: number): boolean =>
  to === from + 1 ? /[\s-]/.test(text[from]!) : to > from && !text.slice(from, to).trim();

interface Wanted {
  papers: readonly number[];
  /** Number of all texts. */
  all: number;
  /** Terms that the name already has. */
  beside: readonly number[];
}

/** The phrases that best tell some papers from the others, best first. */
function bestPhrases(
  reader: IndexReader,
  phrases: readonly Phrase[],
  { papers, all, beside }: Wanted,
): { phrase: Phrase; score: number }[] {
  const least = papers.length < 4 ? 1 : Math.max(2, 0.05 * papers.length);
  return phrases
    .filter(({ terms }) => !terms.some((term) => beside.includes(term)))
    .map((phrase) => ({ phrase, titles: papers.filter((paper) => isInTitle(phrase, paper)).length }))
    .filter(({ titles }) => titles >= least)
    .map(({ phrase, titles }) => {
      const inside = countOf(phrase, papers);
      const outside = (phrase.mentions.size - inside) / Math.max(1, all - papers.length);
      const background = Math.max(outside, shareOfIndex(reader, phrase));
      const lift = Math.log((inside / papers.length + smoothing) / (background + smoothing));
      const weight = Math.sqrt((titles / papers.length) * (inside / papers.length));
      return { phrase, score: weight * lift * worthOfLength[phrase.terms.length - 1]! };
    })
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || (keyOf(one.phrase) < keyOf(other.phrase) ? -1 : 1));
}

const keyOf = ({ terms }: Phrase): string => terms.join(' ');

const countOf = ({ mentions }: Phrase, papers: readonly number[]): number =>
  papers.reduce((count, paper) => count + (mentions.has(paper) ? 1 : 0), 0);

const share = (phrase: Phrase, papers: readonly number[]): number =>
  countOf(phrase, papers) / Math.max(1, papers.length);

/** Upper bound on the share of the index’s papers that have the phrase: the share that has its rarest word. */
export const shareOfIndex = ({ statistics }: IndexReader, { terms }: Phrase): number =>
  Math.min(...terms.map((term) => statistics.frequencies[term] ?? 0)) / Math.max(1, statistics.papers);

/**
 * The most common spelling, in lower case if papers write each of its words so. Names and abbreviations keep their
 * capitals, and words keep none from the start of a title.
 */
export function writtenAs(phrase: Phrase, isInLowerCase: (term: number) => boolean): string {
  const [most] = [...Map.groupBy(spellingsOf(phrase), (form) => form)].sort(
    ([one, { length }], [other, { length: otherLength }]) => otherLength - length || (one < other ? -1 : 1),
  );
  return phrase.terms.every(isInLowerCase) ? most![0].toLowerCase() : most![0];
}

const spellingsOf = ({ places }: Phrase): string[] =>
  places.map(([{ text, starts, endOf }, first, last]) =>
    text.slice(starts[first], endOf(last)).replace(/\s+/g, ' '),
  );

/** Whether at least one paper writes a term in lower case. */
export function termsInLowerCase(phrases: readonly Phrase[]): (term: number) => boolean {
  const words = new Map(phrases.map((phrase) => [phrase.terms.join(' '), phrase]));
  return (term) => {
    const word = words.get(`${term}`);
    return word !== undefined && spellingsOf(word).some((form) => form === form.toLowerCase());
  };
}
