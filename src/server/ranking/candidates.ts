import { sourceNames } from '../../shared/paper.ts';
import { dayNumber } from './columns.ts';
import { holdersOf, type Place, type Shelf } from './postings.ts';
import { holds } from './proximity.ts';
import type { Candidates } from './ranked.ts';
import { type Phrase, phrase, type Query } from './topic.ts';

/** admitted[slot] = 1 for every paper that may appear, 0 for the others. */
export function admit(shelf: Shelf, candidates: Candidates, query: Query, admitted: Uint8Array): void {
  for (const place of shelf.places) admitByColumns(place, candidates, admitted);
  const phrases = (texts: readonly string[] = []) =>
    texts.map((text) => phrase(text, shelf.terms)).filter(({ terms }) => terms.length > 0);
  for (const phrase of [...query.excluded, ...phrases(candidates.excluded)])
    for (const slot of holders(shelf, phrase)) admitted[slot] = 0;
  for (const phrase of [...query.required, ...phrases(candidates.required)]) {
    const held = new Set(holders(shelf, phrase));
    for (let slot = 0; slot < shelf.slots; slot++) if (!held.has(slot)) admitted[slot] = 0;
  }
}

function admitByColumns(
  { segment, base, gone, places }: Place,
  candidates: Candidates,
  admitted: Uint8Array,
): void {
  const { sources, available, seen, kind, kinds } = segment.store.columns;
  const source = Uint8Array.from(sourceNames, (name) => (candidates.sources.has(name) ? 1 : 0));
  const { isWanted } = candidates;
  const fits = sourceNames.map((name) =>
    Uint8Array.from(kinds, (kind) => (!isWanted || isWanted(kind, name) ? 1 : 0)),
  );
  const from = candidates.availableFrom ? dayNumber(candidates.availableFrom) : Number.NEGATIVE_INFINITY;
  const after = candidates.firstSeenAfter ?? Number.NEGATIVE_INFINITY;
  for (let i = 0; i < gone.length; i++)
    admitted[base + i] =
      available[i]! >= from && seen[i]! > after
        ? (1 - gone[i]!) & source[sources[i]!]! & fits[sources[i]!]![kind[i]!]!
        : 0;
  for (const id of candidates.except ?? []) {
    const paper = places.get(id);
    if (paper !== undefined) admitted[base + paper] = 0;
  }
}

/** Slots of the papers that hold a phrase word after word. */
function holders(shelf: Shelf, phrase: Phrase): number[] {
  if (phrase.terms.includes(-1)) return [];
  const fewest = phrase.terms
    .map((term) => holdersOf(shelf, term))
    .reduce((one, other) => (other.length < one.length ? other : one));
  return phrase.terms.length === 1 ? fewest : fewest.filter((slot) => holds(shelf, slot, phrase));
}
