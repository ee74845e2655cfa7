import { sourceNames } from '../../shared/paper.ts';
import type { IndexPaper } from './ranked.ts';

/** What papers may be chosen by, one array a property: a topic asks all papers of the window. */
export interface Columns {
  ids: Float64Array;
  /** Place in `sourceNames`. */
  sources: Uint8Array;
  /** Days since 1970. */
  available: Int32Array;
  /** Milliseconds since 1970. */
  seen: Float64Array;
  /** Place in `kinds` of the paper's publication types. */
  kind: Uint16Array;
  kinds: string[][];
  /** What an impact service said, 0 to 1; NaN where none has spoken. */
  impact: Float32Array;
  inJournal: Uint8Array;
}

export function columnsOf(papers: readonly IndexPaper[]): Columns {
  const kinds: string[][] = [];
  const known = new Map<string, number>();
  return {
    ids: Float64Array.from(papers, ({ id }) => id),
    sources: Uint8Array.from(papers, ({ source }) => sourceNames.indexOf(source)),
    available: Int32Array.from(papers, ({ availableOn }) => dayNumber(availableOn)),
    seen: Float64Array.from(papers, ({ firstSeenAt }) => firstSeenAt),
    kind: Uint16Array.from(papers, ({ publicationTypes }) => {
      const key = publicationTypes.join('\n');
      if (!known.has(key)) known.set(key, kinds.push(publicationTypes) - 1);
      return known.get(key)!;
    }),
    kinds,
    impact: Float32Array.from(papers, ({ impact }) => impact ?? Number.NaN),
    inJournal: Uint8Array.from(papers, ({ journal }) => (journal ? 1 : 0)),
  };
}

/** Days since 1970 of `YYYY-MM-DD`; what is no day is long ago. */
export function dayNumber(day: string): number {
  const time = Date.parse(day);
  return Number.isNaN(time) ? -1_000_000 : Math.floor(time / 86_400_000);
}

/** The rows that `keep` names, of several columns one after the other. */
export function joinColumns(parts: readonly { columns: Columns; keep: readonly number[] }[]): Columns {
  const kinds: string[][] = [];
  const moved = parts.map(({ columns }) => columns.kinds.map((kind) => kinds.push(kind) - 1));
  const join = (read: (columns: Columns, row: number, part: number) => number) =>
    parts.flatMap(({ columns, keep }, part) => keep.map((row) => read(columns, row, part)));
  return {
    ids: Float64Array.from(join(({ ids }, row) => ids[row]!)),
    sources: Uint8Array.from(join(({ sources }, row) => sources[row]!)),
    available: Int32Array.from(join(({ available }, row) => available[row]!)),
    seen: Float64Array.from(join(({ seen }, row) => seen[row]!)),
    kind: Uint16Array.from(join(({ kind }, row, part) => moved[part]![kind[row]!]!)),
    kinds,
    impact: Float32Array.from(join(({ impact }, row) => impact[row]!)),
    inJournal: Uint8Array.from(join(({ inJournal }, row) => inJournal[row]!)),
  };
}
