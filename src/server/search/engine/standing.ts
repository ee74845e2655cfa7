import { textOf } from '../documents/docStore.ts';
import { type IndexReader, segmentOf } from '../index/reader.ts';
import { slightTypes } from '../score/impact.ts';

/** Factors on the relevance of what is no full report: it stays below its equals, and can still be shown. */
const slight = 0.85;
const withoutAbstract = 0.92;

/** How much of its relevance a paper keeps: less for comments and letters, and for a title without an abstract. */
export function standingOf(reader: IndexReader, docId: number): number {
  const { segment, docBase } = segmentOf(reader, docId);
  const { columns, starts, titles } = segment.store;
  const paper = docId - docBase;
  const types = columns.kinds[columns.kind[paper]!]!;
  if (types.some((type) => slightTypes.has(type.toLowerCase()))) return slight;
  return starts[paper + 1]! - starts[paper]! === titles[paper] ? withoutAbstract : 1;
}

/** Whether a record is a notice about a paper (a retraction, a withdrawal, a correction) instead of one. */
export function isNotice(reader: IndexReader, docId: number): boolean {
  const { segment, docBase } = segmentOf(reader, docId);
  return noticeOf(textOf(segment.store, docId - docBase));
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

const withdrawn =
  /\b(?:this|the) (?:manuscript|article|preprint|paper|study|submission|work) (?:has been|have been|was|is(?: being)?) (?:withdrawn|retracted)|\bauthors? (?:have|has) withdrawn\b|\bwithdrawal statement\b/i;
