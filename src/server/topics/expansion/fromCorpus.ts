import { inArray, sql } from 'drizzle-orm';
import { stem } from 'porter2';
import { type Abbreviation, abbreviationsIn } from '#engine/text/abbreviations.ts';
import { stopWords } from '#engine/text/stopWords.ts';
import type { App } from '#kit/feature.ts';
import { papers } from '#platform/db/schema.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { type Expansion, expansionsAtMost } from '#shared/topics/searchTerm.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import { trim } from '#shared/values/trim.ts';

/** Texts from the corpus: the topic's best papers, and a sample of all others for comparison. */
interface Surroundings {
  near: string[];
  far: string[];
}

const nearAtMost = 120;
const farAtMost = 1000;

/** Titles and abstracts of the best papers for a topic, and of a sample spread evenly over the corpus. */
export async function surroundings(app: Pick<App, 'db' | 'index'>, topic: string): Promise<Surroundings> {
  const index = await app.index.current();
  const found = await index.rank(
    { text: topic, expansion: [], liked: [], disliked: [], vector: null },
    { sources: new Set(sourceNames) },
    { limit: nearAtMost, floor: 0 },
  );
  const ids = found.map(({ id }) => id);
  const text = { id: papers.id, title: papers.title, abstract: papers.abstract };
  const near = ids.length ? await app.db.select(text).from(papers).where(inArray(papers.id, ids)) : [];
  const step = Math.max(1, Math.floor(index.size / farAtMost));
  const far = await app.db.select(text).from(papers).where(sql`${papers.id} % ${step} = 0`).limit(farAtMost);
  const held = new Set(ids);
  return { near: near.map(together), far: far.filter(({ id }) => !held.has(id)).map(together) };
}

const together = ({ title, abstract }: { title: string; abstract: string | null }) =>
  `${title}. ${abstract ?? ''}`;

/** The topic's abbreviation or long form as the corpus defines it, and phrases that occur mainly with it. */
export function fromLibrary(topic: string, { near, far }: Surroundings): Expansion[] {
  const asked = askedWords(topic);
  const explained = otherForms(asked, near).map((phrase) => ({
    phrase,
    kind: 'abbreviation' as const,
    from: 'library' as const,
    weight: weights.explained,
  }));
  const about = near.filter((text) => holds(` ${keyOf(text)} `, keyOf(asked)));
  const others = [asked, ...explained.map(({ phrase }) => phrase)].join(' ');
  const related = companions(others, about, far).map((phrase) => ({
    phrase,
    kind: 'related' as const,
    from: 'library' as const,
    weight: weights.related,
  }));
  return [...explained, ...related];
}

/** Whether a model's name is so broad that it would match much of the corpus. */
export const isTooCommon = (phrase: string, { far }: Pick<Surroundings, 'far'>): boolean =>
  isTooWide(phrase) || (far.length >= 200 && share(keysOf(far), keyOf(phrase)) > 0.03);

/** With fewer papers on the topic, co-occurrence is not meaningful. */
const aboutAtLeast = 20;
/** A companion occurs in at least this share of them … */
const shareAtLeast = 0.25;
/** … and at least this many times as often as elsewhere. */
const liftAtLeast = 15;
const companionsAtMost = 2;

/** Phrases that many of the texts share and few others contain, without a word of `known`. */
function companions(known: string, about: string[], far: string[]): string[] {
  if (about.length < aboutAtLeast || far.length < 200) return [];
  const own = new Set(keyOf(known).split(' '));
  const seen = new Map<string, { phrase: string; papers: number }>();
  for (const text of about)
    for (const [key, phrase] of phrasesOf(text))
      seen.set(key, { phrase, papers: (seen.get(key)?.papers ?? 0) + 1 });
  const elsewhere = keysOf(far);
  return [...seen]
    .map(([key, { phrase, papers }]) => ({ key, phrase, here: papers / about.length }))
    .filter(({ here, key }) => here >= shareAtLeast && !key.split(' ').some((word) => own.has(word)))
    .filter(({ phrase }) => !isTooWide(phrase))
    .filter(({ key, here }) => here / Math.max(share(elsewhere, key), 1 / far.length) >= liftAtLeast)
    .sort((a, b) => b.here - a.here || a.key.localeCompare(b.key))
    .filter(
      ({ key }, at, all) =>
        !all.slice(0, at).some((before) => holds(` ${before.key} `, key) || holds(` ${key} `, before.key)),
    )
    .slice(0, companionsAtMost)
    .map(({ phrase }) => phrase);
}

/** Runs of two and three words without stop words or punctuation, by key; each in lower case. */
export function phrasesOf(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const clause of text.split(/[^\p{L}\p{N}\s'’-]+/u)) {
    const words = clause.split(/\s+/).filter(Boolean);
    for (const size of [2, 3])
      for (let at = 0; at + size <= words.length; at++) {
        const run = words.slice(at, at + size);
        if (run.every((word) => /^\p{L}[\p{L}-]{2,}$/u.test(word) && !stopWords.has(word.toLowerCase())))
          found.set(keyOf(run.join(' ')), run.join(' ').toLowerCase());
      }
  }
  return found;
}

const keysOf = (texts: string[]): string[] => texts.map((text) => ` ${keyOf(text)} `);

const share = (texts: string[], key: string): number =>
  texts.length ? texts.filter((text) => holds(text, key)).length / texts.length : 0;

const holds = (text: string, key: string): boolean => text.includes(` ${key} `);

/**
 * Weights relative to the topic's own words. A wrong phrase costs more than a missing one, so only an abbreviation that
 * the literature itself defines comes close to the topic.
 */
export const weights = {
  explained: 0.8,
  synonym: 0.5,
  abbreviation: 0.4,
  narrower: 0.4,
  related: 0.25,
  broader: 0.2,
  reader: 0.5,
} as const;

/** The topic without quotation marks and without what a minus excludes. */
export const askedWords = (topic: string): string =>
  topic
    .replace(/(^|\s)-(?:"[^"]*"|\S+)/g, ' ')
    .replace(/["“”]/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** A phrase in plain form; null if it cannot be searched for. */
export function cleanPhrase(phrase: string): string | null {
  // A model or a source may give text of any length; a phrase has 60 characters at most.
  const spaced = boundedText(phrase, 1000)
    .normalize('NFKC')
    .replace(/[\p{C}"“”«»<>{}[\]|\\^`]/gu, ' ')
    .replace(/\s+/g, ' ');
  const clean = trim(spaced, /[\s,.;:!?-]/);
  const fine =
    clean.length >= 2 &&
    clean.length <= 60 &&
    clean.split(' ').length <= 6 &&
    /\p{L}{2}/u.test(clean) &&
    !/https?:|www\.|@/i.test(clean);
  return fine ? clean : null;
}

/** The best of several lists, without duplicates, the topic itself, and what the reader excluded. */
export function chosen(topic: string, ...lists: Expansion[][]): Expansion[] {
  const excluded = [...topic.matchAll(/(?:^|\s)-(?:"([^"]*)"|(\S+))/g)].map(([, quoted, word]) =>
    keyOf(quoted ?? word ?? ''),
  );
  const taken = new Set([keyOf(askedWords(topic))]);
  return lists
    .flat()
    .sort((a, b) => b.weight - a.weight)
    .filter(({ phrase }) => {
      const key = keyOf(phrase);
      if (!key || taken.has(key) || excluded.some((one) => ` ${key} `.includes(` ${one} `))) return false;
      return taken.add(key);
    })
    .slice(0, expansionsAtMost);
}

/** A definition must occur in this many papers, and in this share of those that define the same words. */
const papersAtLeast = 2;
const definedAtLeast = 0.6;

/**
 * The topic with abbreviations written out, or the reverse, by the definitions `long form (LF)` in the texts: `heart
 * failure` gives `HF`, `LLM agents` gives `large language model agents`. Only the most frequent sense, one per pair.
 */
export function otherForms(topic: string, texts: readonly string[]): string[] {
  const pairs = texts.map((text) => distinct(abbreviationsIn(text)));
  const words = topic.split(/\s+/).filter(Boolean);
  const forms: string[] = [];
  for (const short of new Set(words.map(bareShort).filter((word) => word !== null))) {
    const long = mostMeant(
      pairs,
      (pair) => pair.short === short,
      ({ long }) => keyOf(long),
    );
    if (long)
      forms.push(
        words
          .map((word, at) => (bareShort(word) === short ? inPlace(long.long, word, words[at + 1]) : word))
          .join(' '),
      );
  }
  const keys = words.map(stemOf);
  for (const { from, to } of spans(words.length)) {
    const key = keys.slice(from, to).join(' ');
    const short = mostMeant(
      pairs,
      ({ long }) => keyOf(long) === key,
      ({ short }) => short,
    );
    if (short) forms.push([...words.slice(0, from), short.short, ...words.slice(to)].join(' '));
  }
  return [...new Set(forms)];
}

/** A word of the topic that is an abbreviation, without a plural s. */
const bareShort = (word: string): string | null =>
  /^\p{Lu}[\p{L}\p{N}-]*\p{Lu}[\p{L}\p{N}-]*s?$|^\p{Lu}{2,}s?$/u.test(word) ? word.replace(/s$/, '') : null;

/** Before a noun the long form is singular: `LLM agents` are large language model agents. */
const inPlace = (long: string, short: string, next: string | undefined): string =>
  next && !short.endsWith('s') ? long.replace(/(?<=[^s])s$/, '') : long;

/** Runs of two words and more, the longest first. */
const spans = (length: number): { from: number; to: number }[] =>
  Array.from({ length: Math.max(0, length - 1) }, (_, at) => length - at).flatMap((size) =>
    Array.from({ length: length - size + 1 }, (_, from) => ({ from, to: from + size })),
  );

/** The most frequent of the matching definitions. */
function mostMeant(
  pairs: Abbreviation[][],
  fits: (pair: Abbreviation) => boolean,
  other: (pair: Abbreviation) => string,
): Abbreviation | null {
  const counts = new Map<string, { pair: Abbreviation; papers: number }>();
  let explained = 0;
  for (const ofText of pairs) {
    const pair = ofText.find(fits);
    if (!pair) continue;
    explained++;
    const seen = counts.get(other(pair)) ?? { pair, papers: 0 };
    counts.set(other(pair), { ...seen, papers: seen.papers + 1 });
  }
  const [best] = [...counts.values()].sort((a, b) => b.papers - a.papers);
  return best && best.papers >= papersAtLeast && best.papers / explained >= definedAtLeast ? best.pair : null;
}

const distinct = (pairs: Abbreviation[]): Abbreviation[] => [
  ...new Map(pairs.map((pair) => [`${pair.short} ${keyOf(pair.long)}`, pair])).values(),
];

/** A key that ignores case, hyphens and inflection. */
export function keyOf(phrase: string): string {
  return phrase
    .normalize('NFKC')
    .split(/[\s\u2010-\u2015-]+/u)
    .filter(Boolean)
    .map(stemOf)
    .join(' ');
}

function stemOf(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const small = word.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const found = /^[a-z]+$/.test(small) ? stem(small) : small;
  if (stems.size >= stemsKept) stems.clear();
  stems.set(word, found);
  return found;
}

/** The limit bounds the memory: a few words make up nearly all text. */
const stems = new Map<string, string>();
const stemsKept = 50_000;

/** Whether a phrase consists of words so broad that alone they match half the corpus. */
const isTooWide = (phrase: string): boolean =>
  keyOf(phrase)
    .split(' ')
    .every((word) => wide.has(word));

const wide = new Set(
  `science research study studies disease disorder model modelling method methods analysis data treatment therapy patient
  patients health healthcare medicine medical clinical trial biology biological cell cells protein proteins gene genes
  system systems learning network networks theory experiment experimental review paper application applications effect
  effects approach technology engineering computer human animal population risk factor factors outcome outcomes performance
  algorithm algorithms optimization software chemistry physics mathematics psychology environment development function
  mechanism mechanisms response process processes level levels evaluation assessment management care new novel`
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => keyOf(word)),
);
