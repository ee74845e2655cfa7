import XMLBuilder from 'fast-xml-builder';
import { html } from 'hono/html';
import { moments } from '#shared/papers/moments.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { plain } from '#shared/values/plainText.ts';
import type { FeedEntry } from './entries.ts';

export interface FeedHead {
  /** Without a slash at the end. */
  baseUrl: string;
  /** The reader's id, or the topic's: it stays when the address changes. */
  id: string;
  /** Null for all topics. */
  term: string | null;
  /** The feed's own address. */
  self: string;
  /** Of the newest entry; without any, when the feed was made. */
  updated: Date;
}

/** Atom 1.0 (RFC 4287), an entry a paper. */
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
    title: `${labelOf(paper)}${line(paper.title) || 'Untitled'}`,
    updated: digest.createdAt.toISOString(),
    published: digest.createdAt.toISOString(),
    ...(authors.length ? { author: authors.map((name) => ({ name })) } : {}),
    link: { '@rel': 'alternate', '@href': addressOf(paper.url) ?? page },
    ...(topic ? { category: { '@term': topic } } : {}),
    content: { '@type': 'html', '#text': contentOf(wordsOf(paper), page) },
  };
}

const labelOf = ({ retracted, notice }: FeedEntry['paper']): string => {
  if (retracted) return 'RETRACTED: ';
  return notice ? `${moments[notice].label.toUpperCase()}: ` : '';
};

const contentOf = ({ where, takeaway, abstract, why }: ReturnType<typeof wordsOf>, page: string): string =>
  html`<p>${where}</p>
    ${takeaway ? html`<p><b>${takeaway}</b></p>` : ''} ${abstract ? html`<p>${abstract}</p>` : ''}
    ${why ? html`<p>${why}</p>` : ''}
    <p><a href="${page}">In the digest</a></p>`.toString();

function wordsOf({
  journal,
  source,
  publishedOn,
  relevanceScore,
  takeaway,
  abstract,
  why,
}: FeedEntry['paper']) {
  const matched = (why?.matched ?? []).map(line).filter(Boolean);
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
    why: matched.length ? `Mentions ${matched.map((phrase) => `“${phrase}”`).join(', ')}.` : '',
  };
}

/** Two characters are no text in XML 1.0, and the writer does not look: https://www.w3.org/TR/xml/#charsets */
const line = (text: string): string => plain(text).replace(/[\ufffe\uffff]/g, '');

const addressOf = (url: string | null | undefined): string | null =>
  /^https?:\/\//i.test(url ?? '') && URL.canParse(url!) ? new URL(url!).href : null;
