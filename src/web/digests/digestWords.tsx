import { Check } from 'lucide-react';
import type { Coverage, Digest, DigestStatus } from '#shared/digests/digest.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { type SourceName, sourceLabels, sourceNames } from '#shared/papers/sources.ts';
import { daysInWords } from '#shared/values/dates.ts';
import { counted } from '#shared/values/words.ts';
import { Badge, type Tone } from '../ui/Badge.tsx';
import { Spinner } from '../ui/Spinner.tsx';

/** A digest's title. */
export const digestTitle = ({ searchTerm }: Pick<Digest, 'searchTerm'>): string =>
  searchTerm ? `"${searchTerm}" Research Digest` : 'Weekly Research Digest';

type SourceCount = { source: SourceName; label: string; papers: number };

/** Papers per source, in the usual order of the sources; skips sources without papers. */
export const papersPerSource = (papers: readonly Paper[]): SourceCount[] =>
  sourceNames.flatMap((source) => {
    const count = papers.filter((paper) => paper.source === source).length;
    return count ? [{ source, label: sourceLabels[source], papers: count }] : [];
  });

/** One source's coverage as a sentence. A failure is never reported as “no papers”. */
export function receiptOf({ outcome, from, to, records, malformed, sentence }: Coverage, papers = 0): string {
  if (outcome === 'off') return sentence ?? 'Turned off in your preferences.';
  const why = sentence ? ` ${ended(sentence)}` : '';
  if (outcome === 'failed')
    return `Could not be read.${why} ${papers ? 'The papers below were read earlier. ' : ''}${later}`;
  const unread = malformed ? `, ${malformed.toLocaleString('en-US')} of them unreadable` : '';
  const looked = `${counted(records, 'record')} read${unread}, ${daysBetween(from, to)}`;
  return `${outcome === 'partial' ? 'Partly read: ' : ''}${looked}.${why}`;
}

const later = 'What was missed will come with a later digest.';

const ended = (sentence: string): string =>
  /[.!?…]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}.`;

/** `3 to 10 May`; the raw dates if they cannot be parsed. */
export function daysBetween(from: string, to: string): string {
  const [first, last] = [new Date(from), new Date(to)];
  if (Number.isNaN(first.getTime()) || Number.isNaN(last.getTime()))
    return from === to ? from : `${from} to ${to}`;
  return daysInWords(first, last, new Date());
}

/** The delivery status of a digest's mail in a word. */
export const DigestStatusBadge = ({ status }: { status: DigestStatus }) => {
  const { word, tone } = looks[status];
  return (
    <Badge tone={tone}>
      {status === 'sending' && <Spinner label={null} className="size-3" />}
      {status === 'sent' && <Check className="size-3 text-good" />}
      {word}
    </Badge>
  );
};

const looks: Record<DigestStatus, { word: string; tone: Tone }> = {
  pending: { word: 'Pending', tone: 'neutral' },
  sending: { word: 'Sending...', tone: 'accent' },
  sent: { word: 'Sent', tone: 'quiet' },
  refused: { word: 'Not delivered', tone: 'bad' },
  kept: { word: 'Not mailed', tone: 'neutral' },
};
