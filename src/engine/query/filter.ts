import type { Candidates, Source } from '../core/types.ts';
import { dayNumber, sourceBits } from '../documents/columns.ts';
import { findMatches } from '../index/matcher.ts';
import { type IndexReader, papersById, type SegmentReader, segmentNumber } from '../index/reader.ts';
import { phraseMatcher } from '../understanding/alternatives.ts';
import { isOfTypes } from './matchers.ts';
import type { Query } from './query.ts';

/** Whether a document may be returned. */
export type PaperFilter = (docId: number) => boolean;

/** Checks columns lazily, per candidate. Fills `excluded` with what is ruled out by its text, by deletion or by id. */
export function paperFilter(
  reader: IndexReader,
  candidates: Candidates,
  query: Query,
  excluded: Uint8Array,
): PaperFilter {
  for (const { deleted, docBase } of reader.segments) excluded.set(deleted, docBase);
  for (const segmentReader of candidates.except?.size ? reader.segments : [])
    for (const id of candidates.except ?? []) {
      const paper = papersById(segmentReader).get(id);
      if (paper !== undefined) excluded[segmentReader.docBase + paper] = 1;
    }
  const phrases = (texts: readonly string[] = []) =>
    texts.map((text) => phraseMatcher(reader.vocabulary, text)).filter(({ terms }) => terms.length > 0);
  for (const matcher of [...query.excluded, ...phrases(candidates.excluded)])
    for (const docId of findMatches(reader, matcher).docIds) excluded[docId] = 1;
  for (const matcher of [...query.required, ...phrases(candidates.required)]) {
    let next = 0;
    for (const docId of findMatches(reader, matcher).docIds) {
      excluded.fill(1, next, docId);
      next = docId + 1;
    }
    excluded.fill(1, next);
  }
  const byColumns = reader.segments.map((segmentReader) =>
    columnFilter(segmentReader, candidates, reader.sources),
  );
  if (reader.segments.length === 1) return (docId) => excluded[docId] === 0 && byColumns[0]!(docId);
  return (docId) => {
    if (excluded[docId]) return false;
    const segmentReader = segmentNumber(reader, docId);
    return byColumns[segmentReader]!(docId - reader.segments[segmentReader]!.docBase);
  };
}

function columnFilter(
  segmentReader: SegmentReader,
  candidates: Candidates,
  sources: readonly Source[],
): (paper: number) => boolean {
  const { columns } = segmentReader.segment.store;
  const { sources: shown, listedBy, available, firstSeen: seen, kind, kinds } = columns;
  const byId = candidates.also?.size ? papersById(segmentReader) : null;
  const also = new Set(byId ? [...candidates.also!].flatMap((id) => byId.get(id) ?? []) : []);
  const wanted = sourceBits(candidates.sources, sources);
  const { articleTypes } = candidates;
  const hasType = articleTypes
    ? sources.map((source) =>
        Uint8Array.from(kinds, (kind) => (isOfTypes(articleTypes, kind, source) ? 1 : 0)),
      )
    : null;
  const from = candidates.availableFrom ? dayNumber(candidates.availableFrom) : Number.NEGATIVE_INFINITY;
  const until = candidates.availableUntil ? dayNumber(candidates.availableUntil) : Number.POSITIVE_INFINITY;
  const after = candidates.firstSeenAfter ?? Number.NEGATIVE_INFINITY;
  return (paper) =>
    available[paper]! >= from &&
    available[paper]! <= until &&
    seen[paper]! > after &&
    ((listedBy[paper]! & wanted) !== 0 || also.has(paper)) &&
    (hasType === null || hasType[shown[paper]!]![kind[paper]!] === 1);
}
