import { trimEnd } from '../values/trim.ts';

/** The start of a digest's summary, at most 150 characters; without a summary, the titles of its papers. */
export function digestTeaser(aiSummary: string | null, titles: readonly string[], most = 150): string {
  const summary = aiSummary?.replace(/\s+/g, ' ').trim();
  return truncate(summary || titles.join(' · '), most);
}

/** At most `most` UTF-16 units, never cutting a character; ends with an ellipsis if anything is left out. */
export function truncate(text: string, most: number): string {
  if (text.length <= most) return text;
  let end = 0;
  for (const { index, segment } of graphemes.segment(text.slice(0, most + 20))) {
    if (index + segment.length > most - 1) break;
    end = index + segment.length;
  }
  const space = text.lastIndexOf(' ', end);
  const cut = text.slice(0, space > most * 0.6 ? space : end);
  return `${trimEnd(cut, /[\s,;:.–—-]/)}…`;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
