import { type Expansion, expansionsAtMost } from '#shared/topics/searchTerm.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import { trim } from '#shared/values/trim.ts';
import { keyOf } from './abbreviations.ts';

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

/** Whether a phrase consists of words so broad that alone they match half the corpus. */
export const isTooWide = (phrase: string): boolean =>
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
