import type { FeedHead } from './atom.ts';
import { addressOf, contentOf, line, titleOf } from './content.ts';
import type { FeedEntry } from './entries.ts';

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), one item per paper, with the same ids as the Atom feed. */
export const writeJsonFeed = ({ baseUrl, term, self }: FeedHead, entries: FeedEntry[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: term ? `Litwatch: ${line(term)}` : 'Litwatch',
    home_page_url: `${baseUrl}/digests`,
    feed_url: self,
    authors: [{ name: 'Litwatch' }],
    items: entries.map((entry) => itemOf(baseUrl, entry)),
  });

function itemOf(baseUrl: string, { paper, number, digest }: FeedEntry) {
  const page = `${baseUrl}/digests/${digest.id}`;
  const topic = line(digest.searchTerm ?? '');
  return {
    id: `${page}#paper-${number}`,
    url: addressOf(paper.url) ?? page,
    title: titleOf(paper),
    content_html: contentOf(paper, page),
    date_published: digest.createdAt.toISOString(),
    authors: (paper.authors ?? [])
      .map(line)
      .filter(Boolean)
      .map((name) => ({ name })),
    ...(topic ? { tags: [topic] } : {}),
  };
}
