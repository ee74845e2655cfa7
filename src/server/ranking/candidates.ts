import { sourceNames } from '../../shared/paper.ts';
import type { Shelf } from './postings.ts';
import { placeOfSlot } from './postings.ts';
import { holds } from './proximity.ts';
import type { Candidates } from './ranked.ts';
import type { Query } from './topic.ts';

/** May this paper appear at all? Cheap questions first: it is asked for many papers a topic. */
export type Admission = (slot: number) => boolean;

export function admission(shelf: Shelf, candidates: Candidates, query: Query): Admission {
  const {
    sources,
    availableFrom = '',
    firstSeenAfter = Number.NEGATIVE_INFINITY,
    except,
    publicationTypes,
  } = candidates;
  const everySource = sourceNames.every((source) => sources.has(source));
  return (slot) => {
    const { segment, base, gone } = placeOfSlot(shelf, slot);
    const paper = segment.store.papers[slot - base]!;
    return (
      gone[slot - base] === 0 &&
      (everySource || sources.has(paper.source)) &&
      paper.availableOn >= availableFrom &&
      paper.firstSeenAt > firstSeenAfter &&
      !except?.has(paper.id) &&
      (!publicationTypes || paper.publicationTypes.some((type) => publicationTypes.has(type))) &&
      query.required.every((phrase) => holds(shelf, slot, phrase)) &&
      !query.excluded.some((phrase) => holds(shelf, slot, phrase))
    );
  };
}
