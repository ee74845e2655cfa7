import type { Bibliography } from '#shared/papers/bibliography.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { descriptors } from '#sources/registry.ts';

/** A free copy of a work, with its license if known. */
export interface FreeCopy {
  pdfUrl: string | null;
  license: string | null;
}

interface Placed {
  source: SourceName;
  sourceId: string;
  url: string;
}

/**
 * The free PDF of a work: the display record's, if its source gives every paper away; or else one found by a search for free
 * copies; or else another record's, such as the preprint's. Never a guess. A withdrawn work has none, because its last
 * version has no text.
 */
export function freeCopyOf(
  work: Placed &
    FreeCopy & { state: 'current' | 'retracted' | 'withdrawn'; bibliography: Bibliography | null },
  others: readonly Placed[],
): FreeCopy {
  if (work.state === 'withdrawn') return { pdfUrl: null, license: null };
  const own = pdfOf({ ...work, pmcid: work.bibliography?.pmcid });
  if (own) return { pdfUrl: own, license: work.bibliography?.license ?? null };
  if (work.pdfUrl) return { pdfUrl: work.pdfUrl, license: work.license };
  return { pdfUrl: others.map(pdfOf).find(Boolean) ?? null, license: null };
}

const pdfOf = (record: Placed & { pmcid?: string | undefined }): string | null =>
  descriptors[record.source].pdfOf?.(record) ?? null;

interface Versioned {
  version: number | null;
  bibliography?: Bibliography | null;
}

/**
 * The bibliography of a record with the license of its previous state, if it is the same version, because one of a source's
 * two formats may leave the license out. Empty if there is nothing to keep.
 */
export function keptLicense(
  { version, bibliography }: Versioned,
  there: Versioned | undefined,
): { bibliography?: Bibliography } {
  const license = there?.version === version ? there.bibliography?.license : undefined;
  return license && !bibliography?.license
    ? { bibliography: { ...(bibliography ?? { names: [] }), license } }
    : {};
}
