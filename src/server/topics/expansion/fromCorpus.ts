import { inArray, sql } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { stopWords } from '#search/text/stopWords.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import type { TopicsApp } from '../app.ts';
import { keyOf, otherForms } from './abbreviations.ts';
import { askedWords, isTooWide, weights } from './phrases.ts';

/** Texts from the corpus: the topic's best papers, and a sample of all others for comparison. */
export interface Surroundings {
  near: string[];
  far: string[];
}

const nearAtMost = 120;
const farAtMost = 1000;

/** Titles and abstracts of the best papers for a topic, and of a sample spread evenly over the corpus. */
export async function surroundings(
  app: Pick<TopicsApp, 'db' | 'index'>,
  topic: string,
): Promise<Surroundings> {
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

/** Whether a model's phrase is plausible: not too broad and, if only related, found together with the topic. */
export function isPlausible(
  { phrase, kind }: Expansion,
  topic: string,
  { near, far }: Surroundings,
): boolean {
  if (isTooWide(phrase)) return false;
  const key = keyOf(phrase);
  const everywhere = share(keysOf(far), key);
  if (far.length >= 200 && everywhere > 0.03) return false;
  if (kind !== 'related' && kind !== 'broader') return true;
  const about = keysOf(near).filter((text) => holds(text, keyOf(askedWords(topic))));
  return about.length < aboutAtLeast || everywhere === 0 || share(about, key) > everywhere;
}

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
