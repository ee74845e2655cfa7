/** What tells notices of one kind about one work apart. */
export interface ToldNotice {
  source: string;
  /** The notice's own identifier at its source. */
  sourceId: string;
  doi: string | null;
}

/**
 * Which of the notices that are known already is this one; undefined for a further notice. A DOI tells it over sources.
 * One without a DOI may be any of another source that no notice of its own source is yet known to be; one that was named
 * without any identifier may be every other.
 */
export function sameNotice(notice: ToldNotice, known: readonly ToldNotice[]): ToldNotice | undefined {
  const identified = known.find(
    ({ sourceId, doi }) => sourceId === notice.sourceId || (doi !== null && doi === notice.doi),
  );
  return (
    identified ??
    known.find((other) => isCounterpart(notice, other, known)) ??
    (isUnidentified(notice) ? known[0] : known.find(isUnidentified))
  );
}

/** PubMed names some errata by their place in print alone: `12345678 corrected`. */
export const isUnidentified = ({ sourceId, doi }: ToldNotice): boolean =>
  doi === null && sourceId.includes(' ');

function isCounterpart(notice: ToldNotice, other: ToldNotice, known: readonly ToldNotice[]): boolean {
  if (notice.source === other.source || isUnidentified(notice) || isUnidentified(other)) return false;
  if (notice.doi !== null && other.doi !== null) return false;
  const isTaken = known.some(
    ({ source, doi }) => source === notice.source && doi !== null && doi === other.doi,
  );
  return !isTaken;
}
