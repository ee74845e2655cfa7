import { createHash } from 'node:crypto';
import { and, desc, eq, ne } from 'drizzle-orm';
import XMLBuilder from 'fast-xml-builder';
import { html } from 'hono/html';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { requireProof } from '#accounts/credentials/proof.ts';
import { addressOf, line, titleOf } from '#digests/archive/lines.ts';
import { newPapers } from '#digests/render/paperView.ts';
import type { App } from '#kit/feature.ts';
import { emailDigests, users } from '#platform/db/schema.ts';
import { unlessKnown } from '#platform/http/response.ts';
import { type Route, serve, serveReader } from '#platform/http/route.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { AppError } from '#shared/contract/errors.ts';
import { briefOf } from '#shared/digests/brief.ts';
import { shortJournal } from '#shared/papers/journals.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { reasonsOf } from '#shared/papers/reasons.ts';
import { sourceLabels } from '#shared/papers/sources.ts';
import { dayInWords } from '#shared/values/dates.ts';
import { pick } from '#shared/values/pick.ts';
import { topicOf, topicsOf } from '#topics/topic/topic.ts';
import { feedApi } from '../contract.ts';
import { feeds } from '../tables.ts';

export const routes: Route<App>[] = [
  serveReader(feedApi.read, async (app, { reader }) => ({ createdAt: await feedSince(app, reader.id) })),
  serveReader(feedApi.renew, async (app, call) => {
    const { reader } = call;
    // A feed address still works after this session has ended.
    await requireProof(app, reader);
    const secret = newToken();
    const kept = { secretHash: hashToken(secret), createdAt: app.now() };
    const row = { userId: reader.id, ...kept };
    await app.db.insert(feeds).values(row).onConflictDoUpdate({ target: feeds.userId, set: kept });
    const topics = await topicsOf(app, reader.id);
    await recordActivity(app, reader.id, 'feeds-made', { from: originOf(call) });
    return {
      createdAt: kept.createdAt,
      all: feedAddress(app, secret, null),
      terms: topics.map(({ id, term }) => ({ id, term, url: feedAddress(app, secret, id) })),
    };
  }),
  serveReader(feedApi.remove, async ({ db }, { reader }) => {
    await db.delete(feeds).where(eq(feeds.userId, reader.id));
    return { message: 'Your feeds are off. The old addresses no longer work.' };
  }),
  serve(feedApi.atom, async (app, { params, query, http }) => {
    const [, secret, format = 'atom'] =
      /^((?:[a-z][a-z\d]{0,15}~)?[\w-]{43})\.(atom|json)$/.exec(params.file) ?? [];
    const owner = secret && (await ownerOfFeed(app, secret));
    if (!owner) throw new AppError('not_found', 'There is no feed at this address.');
    const term = query.term ? await topicOf(app, owner.id, query.term) : null;
    const entries = await feedEntries(app, { userId: owner.id, termId: term?.id ?? null });
    const updated = entries[0]?.digest.createdAt ?? owner.createdAt;
    const { write, type } = formats[format as FeedFormat];
    const head = {
      baseUrl: app.config.baseUrl,
      id: term?.id ?? owner.id,
      term: term?.term ?? null,
      self: feedAddress(app, secret, term?.id ?? null, format as FeedFormat),
      updated,
    };
    const headers = {
      'Content-Type': type,
      'Last-Modified': updated.toUTCString(),
      'Cache-Control': 'private, no-cache',
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    };
    return unlessKnown(http, http.body(write(head, entries), 200, headers));
  }),
];

/** When the reader's feed addresses were created; null if there are none. */
export async function feedSince({ db }: App, userId: string): Promise<Date | null> {
  const [feed] = await db.select({ createdAt: feeds.createdAt }).from(feeds).where(eq(feeds.userId, userId));
  return feed?.createdAt ?? null;
}

/** For the mail about a new password. */
export const feedInWords = async (app: App, userId: string): Promise<string[]> =>
  (await feedSince(app, userId)) ? ['your feed addresses'] : [];

/** The active, verified account that a feed secret belongs to; undefined for any other secret. */
async function ownerOfFeed({ db }: App, secret: string) {
  const [owner] = await db
    .select({ id: users.id, createdAt: feeds.createdAt })
    .from(feeds)
    .innerJoin(users, eq(users.id, feeds.userId))
    .where(
      and(eq(feeds.secretHash, hashToken(secret)), eq(users.isActive, true), eq(users.isEmailVerified, true)),
    );
  return owner;
}

/** The address of one topic's feed, or of all topics' with `topicId` null. */
const feedAddress = (
  { config: { baseUrl } }: App,
  secret: string,
  topicId: string | null,
  format: FeedFormat = 'atom',
): string => `${baseUrl}/feeds/${secret}.${format}${topicId ? `?term=${topicId}` : ''}`;

/** More than a feed reader fetches before it asks again; a weekly digest has at most a hundred papers. */
const digestsAtMost = 20;
const papersAtMost = 100;

/** A paper with the last digest that it came in, or a digest's brief, which stands before its papers. */
export interface FeedEntry {
  /** Of the reader and the paper, so that it stays when a second topic brings the paper, and when the server moves. */
  id: string;
  paper?: PaperInput | undefined;
  /** When its first digest was made. */
  firstAt: Date;
  digest: Pick<
    typeof emailDigests.$inferSelect,
    'id' | 'searchTerm' | 'createdAt' | 'summary' | 'papersData'
  >;
}

/** The newest papers of a reader's digests, or of one topic's, and the briefs. A paper of two topics appears once. */
async function feedEntries(
  { db }: App,
  { userId, termId }: { userId: string; termId: string | null },
): Promise<FeedEntry[]> {
  const ofTopic = termId ? eq(emailDigests.searchTermId, termId) : undefined;
  const digests = await db
    .select(pick(emailDigests, 'id searchTerm createdAt summary papersData'))
    .from(emailDigests)
    .where(and(eq(emailDigests.userId, userId), ne(emailDigests.digestType, 'note'), ofTopic))
    .orderBy(desc(emailDigests.createdAt), emailDigests.id)
    .limit(digestsAtMost);
  const entries = new Map<string, FeedEntry>();
  for (const digest of digests) {
    const firstAt = digest.createdAt;
    if (digest.summary.length) entries.set(digest.id, { id: `urn:uuid:${digest.id}`, digest, firstAt });
    for (const paper of digest.papersData) {
      const id = entryId(userId, paper.id ?? paper.url ?? paper.title);
      const known = entries.get(id);
      if (known) known.firstAt = firstAt;
      else entries.set(id, { id, paper, digest, firstAt });
    }
  }
  return [...entries.values()].slice(0, papersAtMost);
}

/** A URN (RFC 4122, version 8 by RFC 9562) of a hash. */
function entryId(userId: string, paper: string): string {
  const hash = createHash('sha256').update(`${userId} ${paper}`).digest('hex');
  return `urn:uuid:${hash.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5')}`;
}

/** What an entry says, as plain text but for its HTML content. */
function shownIn(baseUrl: string, { paper, digest }: FeedEntry) {
  const page = `${baseUrl}/digests/${digest.id}`;
  const topic = line(digest.searchTerm ?? '');
  if (!paper) {
    const content = contentOfBrief(digest, page);
    return { title: `In brief: ${topic}`, url: page, topic, authors: [], content };
  }
  const authors = (paper.authors ?? []).map(line).filter(Boolean);
  const content = contentOf(paper, page);
  return { title: titleOf(paper), url: addressOf(paper.url) ?? page, topic, authors, content };
}

/** The brief of a digest, with its references as links. */
const contentOfBrief = ({ summary, papersData }: FeedEntry['digest'], page: string): string =>
  html`${briefOf(summary, newPapers(papersData)).map(
    ({ label, sentences }) =>
      html`<p><b>${label}</b></p>
        ${sentences.map(({ text, papers }) => html`<p>${line(text)} ${papers.map((n) => html`<a href="${addressOf(papersData[n - 1]?.url) ?? page}">[${n}]</a> `)}</p>`)}`,
  )}
    <p><a href="${page}">The digest</a></p>`.toString();

/** The HTML content of a paper's entry, with a link to the digest. */
function contentOf(paper: PaperInput, page: string): string {
  const { where, takeaway, abstract, why } = wordsOf(paper);
  return html`<p>${where}</p>
    ${takeaway ? html`<p><b>${takeaway}</b></p>` : ''} ${abstract ? html`<p>${abstract}</p>` : ''}
    ${why ? html`<p>${why}</p>` : ''}
    <p><a href="${page}">In the digest</a></p>`.toString();
}

function wordsOf({ journal, source, publishedOn, relevanceScore, takeaway, abstract, why }: PaperInput) {
  const reasons =
    why && reasonsOf(why, { quoted: quotedLine, listed: (items) => items.join(', '), most: 10 });
  return {
    where: [
      shortJournal(line(journal ?? '')),
      sourceLabels[source],
      dayInWords(publishedOn ?? '') ?? '',
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

interface FeedHead {
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

/** Atom 1.0 (RFC 4287) with one entry per paper, and one per brief. */
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

function entryOf(baseUrl: string, entry: FeedEntry) {
  const { id, digest, firstAt } = entry;
  const { title, url, topic, authors, content } = shownIn(baseUrl, entry);
  return {
    id,
    title,
    updated: digest.createdAt.toISOString(),
    published: firstAt.toISOString(),
    ...(authors.length ? { author: authors.map((name) => ({ name })) } : {}),
    link: { '@rel': 'alternate', '@href': url },
    ...(topic ? { category: { '@term': topic } } : {}),
    content: { '@type': 'html', '#text': content },
  };
}

/** JSON Feed 1.1 (https://www.jsonfeed.org/version/1.1/), the same items with the same ids as the Atom feed. */
const writeJsonFeed = ({ baseUrl, term, self }: FeedHead, entries: FeedEntry[]): string =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: term ? `Litwatch: ${line(term)}` : 'Litwatch',
    home_page_url: `${baseUrl}/digests`,
    feed_url: self,
    authors: [{ name: 'Litwatch' }],
    items: entries.map((entry) => itemOf(baseUrl, entry)),
  });

function itemOf(baseUrl: string, entry: FeedEntry) {
  const { title, url, topic, authors, content } = shownIn(baseUrl, entry);
  return {
    id: entry.id,
    url,
    title,
    content_html: content,
    date_published: entry.firstAt.toISOString(),
    authors: authors.map((name) => ({ name })),
    ...(topic ? { tags: [topic] } : {}),
  };
}

/** The format of a feed, by the extension of its address. */
const atom = { write: writeAtom, type: 'application/atom+xml; charset=utf-8' };
const formats = { atom, json: { write: writeJsonFeed, type: 'application/feed+json' } } as const;
type FeedFormat = keyof typeof formats;
