import { createHash, hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { StoredReading } from '#platform/db/schema.ts';
import type { PaperFacts } from '#shared/papers/paper.ts';
import { type ReadableWork, worded } from './reading.ts';
import type { Reading, SpelledOut } from './text/summary.ts';

/** Increase it if papers are read differently from before. Changes of learned figures are detected automatically. */
const version = 6;

/** Identifies the rules by which papers are read. Readings by other rules are outdated. */
export const readingRules = ((): string => {
  const all = createHash('sha256').update(String(version));
  for (const figures of [
    'worth/worth.json',
    'worth/roles.json',
    'facts/design.json',
    'facts/sampleSize.json',
  ])
    all.update(readFileSync(new URL(figures, import.meta.url)));
  return `${version}-${all.digest('base64url').slice(0, 8)}`;
})();

/** Identifies everything on which a reading depends, including the rules. */
export const readingKey = ({ title, abstract, publicationTypes, source }: ReadableWork): string =>
  hash(
    'sha256',
    [readingRules, source ?? '', title, abstract ?? '', ...publicationTypes].join('\0'),
    'base64url',
  );

/** A reading in some 200 bytes: quotes are stored as positions in the text. */
export const packed = (
  { sentences, facts, addressesModel }: Reading,
  { title, abstract }: ReadableWork,
): StoredReading => ({
  sentences: sentences.map(({ quote, finding, informative, spelledOut = [] }) => [
    abstract!.indexOf(quote),
    quote.length,
    finding,
    informative,
    ...spelledOut.flatMap(({ at, from, length }) => [at, from, length]),
  ]),
  facts: changeQuotes(facts, (quote: string): Place => {
    if (quote === title) return 0;
    const from = abstract?.indexOf(quote) ?? -1;
    return from < 0 ? quote : [from, quote.length];
  }),
  ...(addressesModel && { addressesModel }),
});

/** The reading of a work that was stored under its `readingKey`. */
export function unpacked(
  { sentences, facts, addressesModel = false }: StoredReading,
  { title, abstract }: ReadableWork,
): Reading {
  const text = abstract ?? '';
  return {
    sentences: sentences.map(([from, length, finding, informative, ...places]) =>
      worded(
        { quote: text.slice(from, from! + length!), finding: finding!, informative: informative! },
        text,
        places.length ? spelledOutAt(places) : none,
      ),
    ),
    facts: changeQuotes(facts, (place: Place): string => {
      if (typeof place === 'string') return place;
      return Array.isArray(place) ? text.slice(place[0], place[0] + place[1]) : title;
    }) as PaperFacts,
    addressesModel,
  };
}

const none: readonly SpelledOut[] = [];
const spelledOutAt = (places: readonly number[]): SpelledOut[] =>
  Array.from({ length: places.length / 3 }, (_, at) => {
    const [place, from, length] = places.slice(3 * at) as [number, number, number];
    return { at: place, from, length };
  });

/** 0 for the title, position and length in the abstract, or words that are in neither. */
type Place = 0 | [from: number, length: number] | string;

/** The facts with their quotes changed. */
const changeQuotes = <From, To>(facts: object, change: (quote: From) => To): object =>
  Object.fromEntries(
    Object.entries(facts).map(([name, fact]) => [
      name,
      typeof fact === 'object' ? { ...fact, quote: change(fact.quote) } : fact,
    ]),
  );
