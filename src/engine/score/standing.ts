import { once } from '../core/memo.ts';
import type { Columns } from '../documents/columns.ts';
import { type DocStore, textOf } from '../documents/docStore.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { slightTypes } from './impact.ts';

/** Factors on the relevance of records that are no full reports: they rank lower, but can still be shown. */
const slight = 0.85;
const withoutAbstract = 0.92;

/** The factor on a paper's relevance: less than 1 for comments and letters, and for a title without an abstract. */
export function standingOf(reader: IndexReader, docId: number): number {
  const { segment, docBase } = segmentOf(reader, docId);
  const { columns, starts, titles } = segment.store;
  const paper = docId - docBase;
  if (slightKinds(columns)[columns.kind[paper]!]) return slight;
  return starts[paper + 1]! - starts[paper]! === titles[paper] ? withoutAbstract : 1;
}

/** For each list of publication types whether it contains a slight one. */
const slightKinds = once(({ kinds }: Columns) =>
  kinds.map((types) => types.some((type) => slightTypes.has(type.toLowerCase()))),
);

/** By store: 0 for a paper not yet checked, 1 for a paper, 2 for a notice. */
const noticesOf = once(({ size }: DocStore) => new Uint8Array(size));

/** Whether a record is a notice about a paper (a retraction, a withdrawal, a correction) rather than a paper. */
export function isNotice(reader: IndexReader, docId: number): boolean {
  const { segment, docBase } = segmentOf(reader, docId);
  const { store } = segment;
  const paper = docId - docBase;
  const known = noticesOf(store);
  known[paper] ||= noticeOf(textOf(store, paper)) ? 2 : 1;
  return known[paper] === 2;
}

const noticeOf = (text: string): boolean =>
  noticeTitle.test(
    text
      .slice(0, 200)
      .trimStart()
      .replace(/^[[(*"]/, ''),
  ) || withdrawn.test(text.slice(0, 600));

const noticeTitle =
  /^(?:retract(?:ion|ed)(?: notice)?\b *(?::|to\b|of\b|article\b|\[|$)|(?:withdrawn\b *(?::|article\b|$)|withdrawal(?: notice)?:)|expression of concern|erratum\b|corrigend(?:um|a)\b|(?:author |publisher )?correction(?: to:?|:| notice|$)|removal notice)/i;

/** "The article was retracted" may be about any article. If it is about this one, the record's state says so. */
const withdrawn =
  /\bthis (?:manuscript|article|preprint|paper|study|submission|work) (?:has been|have been|was|is(?: being)?) (?:withdrawn|retracted)|\bauthors? (?:have|has) withdrawn\b|\bwithdrawal statement\b/i;
