import type { Coverage, Digest } from '#shared/digests/digest.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { type SourceName, sourceLabels, sourceNames } from '#shared/papers/sources.ts';

/** Title of a digest (specification §2). */
export const digestTitle = ({ searchTerm }: Pick<Digest, 'searchTerm'>): string =>
  searchTerm ? `"${searchTerm}" Research Digest` : 'Weekly Research Digest';

/** What a digest says, in at most 150 characters (specification §9), cut between words where there is a space. */
export function digestTeaser(
  { aiSummary, papersData }: Pick<Digest, 'aiSummary' | 'papersData'>,
  most = 150,
): string {
  const summary = aiSummary?.replace(/\s+/g, ' ').trim();
  return truncate(summary || papersData.map(({ title }) => title).join(' · '), most);
}

/** At most `most` UTF-16 units, never through a character; an ellipsis stands for the rest. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, most + 20))) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  const space = text.lastIndexOf(' ', end);
  const cut = text.slice(0, space > most * 0.6 ? space : end);
  return `${cut.replace(/[\s,;:.–—-]+$/u, '')}…`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

interface SourceCount {
  source: SourceName;
  label: string;
  papers: number;
}

/** Papers per source, in the usual order of the sources; only those that gave some. */
export const papersPerSource = (papers: readonly Paper[]): SourceCount[] =>
  sourceNames.flatMap((source) => {
    const count = papers.filter((paper) => paper.source === source).length;
    return count ? [{ source, label: sourceLabels[source], papers: count }] : [];
  });

/** What became of one source that gave so many papers, as a sentence. A failure is never told as “no papers”. */
export function receiptOf({ outcome, from, to, records, malformed, sentence }: Coverage, papers = 0): string {
  if (outcome === 'off') return sentence ?? 'Turned off in your preferences.';
  const why = sentence ? ` ${ended(sentence)}` : '';
  if (outcome === 'failed')
    return `Could not be read.${why} ${papers ? 'These papers had been read before. ' : ''}${later}`;
  const unread = malformed ? `, ${malformed.toLocaleString('en-GB')} of them unreadable` : '';
  const looked = `${counted(records, 'record')} looked through${unread}, ${daysBetween(from, to)}`;
  return outcome === 'partial' ? `Only in part: ${looked}.${why}` : `${looked}.`;
}

const later = 'What was missed comes with a later digest.';

const ended = (sentence: string): string =>
  /[.!?…]$/.test(sentence.trim()) ? sentence.trim() : `${sentence.trim()}.`;

/** `1 paper`, `1,204 records`. */
export const counted = (number: number, one: string, many = `${one}s`): string =>
  `${number.toLocaleString('en-GB')} ${number === 1 ? one : many}`;

/** `3–10 May 2026`; the days as they were given when they cannot be read. */
export function daysBetween(from: string, to: string): string {
  const [first, last] = [Date.parse(from), Date.parse(to)];
  return Number.isNaN(first) || Number.isNaN(last) || last < first
    ? `${from} – ${to}`
    : days
        .formatRange(first, last)
        // Editions of the locale data differ in the spaces they put around the dash.
        .replace(/\s/g, ' ')
        .replace(/^(\d+) – (?=\d+ \p{L}+ \d+$)/u, '$1–');
}

const days = new Intl.DateTimeFormat('en-GB', {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});

/** Sources that gave nothing although they were asked. */
export const sourcesMissing = (coverage: readonly Coverage[]): string[] =>
  coverage.filter(({ outcome }) => outcome === 'failed').map(({ source }) => sourceLabels[source]);
