import type { Bibliography } from '#shared/papers/bibliography.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { descriptors } from '#sources/registry.ts';

/** A copy of a work that anybody may read, and under which license, where that is known. */
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
 * The PDF of a work that is free to read: of the record that is shown, where its source gives every paper away; else the
 * one that a search for free copies found; else of another record, such as the preprint. Never a guess, and none of a
 * work that was withdrawn, for its last version has no text.
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
 * The bibliography of a record with the license that the former one of the same version had: of a source's two formats one
 * may leave it out. Empty where nothing has to be kept.
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
