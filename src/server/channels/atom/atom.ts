import XMLBuilder from 'fast-xml-builder';
import { addressOf, contentOf, line, titleOf } from './content.ts';
import type { FeedEntry } from './entries.ts';

export interface FeedHead {
  /** Without a slash at the end. */
  baseUrl: string;
  /** The id of the reader or topic, which stays when the address changes. */
  id: string;
  /** Null for all topics. */
  term: string | null;
  /** The feed's own address. */
  self: string;
  /** Date of the newest entry or, without entries, of the feed's creation. */
  updated: Date;
}

/** Atom 1.0 (RFC 4287) with one entry per paper. */
export const writeAtom = ({ baseUrl, id, term, self, updated }: FeedHead, entries: FeedEntry[]): string =>
  xml.build({
    '?xml': { '@version': '1.0', '@encoding': 'utf-8' },
    feed: {
      '@xmlns': 'http://www.w3.org/2005/Atom',
      id: `urn:uuid:${id}`,
      title: term ? `Litwatch: ${line(term)}` : 'Litwatch',
      updated: updated.toISOString(),
      author: { name: 'Litwatch' },
      link: [
        { '@rel': 'self', '@type': 'application/atom+xml', '@href': self },
        { '@rel': 'alternate', '@type': 'text/html', '@href': `${baseUrl}/digests` },
      ],
      entry: entries.map((entry) => entryOf(baseUrl, entry)),
    },
  });

const xml = new XMLBuilder({ ignoreAttributes: false, attributeNamePrefix: '@', format: true });

function entryOf(baseUrl: string, { paper, number, digest }: FeedEntry) {
  const page = `${baseUrl}/digests/${digest.id}`;
  const authors = (paper.authors ?? []).map(line).filter(Boolean);
  const topic = line(digest.searchTerm ?? '');
  return {
    id: `${page}#paper-${number}`,
    title: titleOf(paper),
    updated: digest.createdAt.toISOString(),
    published: digest.createdAt.toISOString(),
    ...(authors.length ? { author: authors.map((name) => ({ name })) } : {}),
    link: { '@rel': 'alternate', '@href': addressOf(paper.url) ?? page },
    ...(topic ? { category: { '@term': topic } } : {}),
    content: { '@type': 'html', '#text': contentOf(paper, page) },
  };
}
