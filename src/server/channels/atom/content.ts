import { html } from 'hono/html';
import { moments } from '#shared/papers/moments.ts';
import { reasonsOf } from '#shared/papers/reasons.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { plain } from '#shared/values/plainText.ts';
import type { FeedEntry } from './entries.ts';

/** The HTML content of an entry: its paper, with a link to the digest. */
export function contentOf(paper: FeedEntry['paper'], page: string): string {
  const { where, takeaway, abstract, why } = wordsOf(paper);
  return html`<p>${where}</p>
    ${takeaway ? html`<p><b>${takeaway}</b></p>` : ''} ${abstract ? html`<p>${abstract}</p>` : ''}
    ${why ? html`<p>${why}</p>` : ''}
    <p><a href="${page}">In the digest</a></p>`.toString();
}

/** The title, with a label in front if the paper was retracted, corrected, or called into doubt. */
export const titleOf = (paper: FeedEntry['paper']): string =>
  `${labelOf(paper)}${line(paper.title) || 'Untitled'}`;

const labelOf = ({ retracted, notice }: FeedEntry['paper']): string => {
  if (retracted) return 'RETRACTED: ';
  return notice ? `${moments[notice].label.toUpperCase()}: ` : '';
};

function wordsOf({
  journal,
  source,
  publishedOn,
  relevanceScore,
  takeaway,
  abstract,
  why,
}: FeedEntry['paper']) {
  const reasons =
    why && reasonsOf(why, { quoted: quotedLine, listed: (items) => items.join(', '), most: 10 });
  return {
    where: [
      line(journal ?? ''),
      sourceLabels[source],
      line(publishedOn ?? ''),
      `${Math.round(relevanceScore * 100)}% relevant`,
    ]
      .filter(Boolean)
      .join(' · '),
    takeaway: line(takeaway ?? ''),
    abstract: line(abstract ?? ''),
    why: reasons ? `${reasons[0]!.toUpperCase()}${reasons.slice(1)}.` : '',
  };
}

const quotedLine = (text: string): string => (line(text) ? `“${line(text)}”` : '');

/** One line of plain text without two characters that XML 1.0 forbids (https://www.w3.org/TR/xml/#charsets). */
export const line = (text: string): string => plain(text).replace(/[\ufffe\uffff]/g, '');

/** The web address of a paper at its source; null if it has none. */
export const addressOf = (url: string | null | undefined): string | null =>
  /^https?:\/\//i.test(url ?? '') && URL.canParse(url!) ? new URL(url!).href : null;
