/** The fields that distinguish notices of one kind about one work. */
export interface ToldNotice {
  source: string;
  /** The notice's own identifier at its source. */
  sourceId: string;
  doi: string | null;
}

/**
 * The known notice that equals this one; undefined for a new notice. A DOI identifies it across sources. A notice without a
 * DOI may equal a notice of another source, if no other notice of its own source does already. A notice named without any
 * identifier may equal any other.
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

/** PubMed names some errata only by their printed location: `12345678 corrected`. */
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
