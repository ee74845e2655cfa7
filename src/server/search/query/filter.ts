import { sourceNames } from '#shared/papers/sources.ts';
import { type Columns, dayNumber } from '../documents/columns.ts';
import { holdersOf, papersById, placeNumber, type Shelf } from '../index/reader.ts';
import type { Candidates } from '../types.ts';
import { isOfTypes } from './articleTypes.ts';
import { type Phrase, phrase, type Query } from './parse.ts';
import { holds } from './proximity.ts';

/** Whether the paper in a slot may appear. */
export type Admits = (slot: number) => boolean;

/**
 * Papers are asked one by one, when they have come far enough for it to matter. `barred` is filled with those that
 * may not appear because of what they hold, or because they are named.
 */
export function admission(shelf: Shelf, candidates: Candidates, query: Query, barred: Uint8Array): Admits {
  for (const { gone, base } of shelf.places) barred.set(gone, base);
  for (const place of candidates.except?.size ? shelf.places : [])
    for (const id of candidates.except ?? []) {
      const paper = papersById(place).get(id);
      if (paper !== undefined) barred[place.base + paper] = 1;
    }
  const phrases = (texts: readonly string[] = []) =>
    texts.map((text) => phrase(text, shelf.terms)).filter(({ terms }) => terms.length > 0);
  for (const phrase of [...query.excluded, ...phrases(candidates.excluded)])
    for (const slot of holders(shelf, phrase)) barred[slot] = 1;
  for (const phrase of [...query.required, ...phrases(candidates.required)]) {
    const held = new Set(holders(shelf, phrase));
    for (let slot = 0; slot < shelf.slots; slot++) if (!held.has(slot)) barred[slot] = 1;
  }
  const byColumns = shelf.places.map(({ segment }) => columnsAdmit(segment.store.columns, candidates));
  if (shelf.places.length === 1) return (slot) => barred[slot] === 0 && byColumns[0]!(slot);
  return (slot) => {
    if (barred[slot]) return false;
    const place = placeNumber(shelf, slot);
    return byColumns[place]!(slot - shelf.places[place]!.base);
  };
}

function columnsAdmit(
  { sources, available, seen, kind, kinds }: Columns,
  candidates: Candidates,
): (paper: number) => boolean {
  const source = Uint8Array.from(sourceNames, (name) => (candidates.sources.has(name) ? 1 : 0));
  const { articleTypes } = candidates;
  const fits = articleTypes
    ? sourceNames.map((name) =>
        Uint8Array.from(kinds, (kind) => (isOfTypes(articleTypes, kind, name) ? 1 : 0)),
      )
    : null;
  const from = candidates.availableFrom ? dayNumber(candidates.availableFrom) : Number.NEGATIVE_INFINITY;
  const after = candidates.firstSeenAfter ?? Number.NEGATIVE_INFINITY;
  return (paper) =>
    available[paper]! >= from &&
    seen[paper]! > after &&
    source[sources[paper]!] === 1 &&
    (fits === null || fits[sources[paper]!]![kind[paper]!] === 1);
}

/** Slots of the papers that hold a phrase word after word. */
function holders(shelf: Shelf, phrase: Phrase): number[] {
  if (phrase.terms.includes(-1)) return [];
  const fewest = phrase.terms
    .map((term) => holdersOf(shelf, term))
    .reduce((one, other) => (other.length < one.length ? other : one));
  return phrase.terms.length === 1 ? fewest : fewest.filter((slot) => holds(shelf, slot, phrase));
}
