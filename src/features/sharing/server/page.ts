import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { html } from 'hono/html';
import { originOf, recordActivity } from '#accounts/credentials/activity.ts';
import { addressOf, line, titleOf } from '#digests/archive/lines.ts';
import { readDigest } from '#digests/archive/present.ts';
import type { App } from '#kit/feature.ts';
import { requireRoom } from '#platform/db/room.ts';
import { readerPapers, users } from '#platform/db/schema.ts';
import { unlessKnown } from '#platform/http/response.ts';
import { type Reader, type Route, serve, serveReader } from '#platform/http/route.ts';
import { builtWebApp } from '#platform/http/staticFiles.ts';
import { hasId } from '#platform/http/uuid.ts';
import { transaction } from '#platform/platform.ts';
import { hashToken, newToken } from '#platform/randomToken.ts';
import { limited } from '#platform/rateLimits.ts';
import { seal, unseal } from '#platform/seal.ts';
import type { BodyOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { lackInWords, matchWord } from '#shared/papers/match.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { rowFacts } from '#shared/papers/rowFacts.ts';
import { fillDocument } from '#shared/site/rendered.ts';
import { dateInWords, dayInWords } from '#shared/values/dates.ts';
import { counted } from '#shared/values/words.ts';
import { bareSharedFrame, fillShared, shareApi, sharedFrame } from '../contract.ts';
import { shares } from '../tables.ts';

/** Pages that a reader shares at once. */
const sharesAtMost = 200;

export const routes: Route<App>[] = [
  serveReader(shareApi.list, async (app, { reader }) => ({ shares: await sharesOf(app, reader.id) })),
  // Needs no new proof: it shows only what anybody at this browser could copy, and stays listed until its owner ends it.
  serveReader(shareApi.create, async (app, call) => {
    const share = await limited(app, ['channel', { account: call.reader.id }], () =>
      createShare(app, call.reader, call.body),
    );
    const detail = share.tag ?? '';
    await recordActivity(app, call.reader.id, 'page-shared', { detail, from: originOf(call) });
    return share;
  }),
  serveReader(shareApi.remove, async ({ db }, { reader, params }) => {
    const own = and(hasId(shares.id, params.id), eq(shares.userId, reader.id));
    const removed = await db.delete(shares).where(own).returning({ id: shares.id });
    if (!removed.length) throw unknown();
    return { message: 'The page is no longer shared.' };
  }),
  serve(shareApi.page, async (app, { params, http }) => {
    const headers = {
      'Content-Type': 'text/html; charset=utf-8',
      'X-Robots-Tag': 'noindex, nofollow',
      'Referrer-Policy': 'no-referrer',
    };
    const shown = await shownAt(app, params.token);
    if (!shown) return http.body(written(app, missing), 404, headers);
    // At most a minute, because an ended page must soon disappear from other caches too.
    const kept = { ...headers, 'Cache-Control': 'public, max-age=60' };
    return unlessKnown(http, http.body(written(app, shown), 200, kept));
  }),
];

const unknown = () => new AppError('not_found', 'This page does not exist.');

/**
 * Creates a public page of one of the reader's digests or of a tag. An existing page keeps its address.
 * @throws AppError `not_found` for somebody else's digest, `conflict` for one page too many
 */
async function createShare(app: App, reader: Reader, { digestId, tag }: BodyOf<typeof shareApi.create>) {
  const digest = digestId === undefined ? null : await readDigest(app, reader, digestId);
  const token = newToken();
  const page = { userId: reader.id, digestId: digest?.id ?? null, tag: tag ?? null };
  const of = eq(shares.userId, reader.id);
  await transaction(app, async ({ db, secret, now }) => {
    const sentence = `You share ${sharesAtMost} pages. Please end one first.`;
    await requireRoom(db, reader.id, { table: shares, of, most: sharesAtMost, sentence });
    const sealed = seal(secret, 'share', token);
    const row = { ...page, tokenHash: hashToken(token), sealed, createdAt: now() };
    await db.insert(shares).values(row).onConflictDoNothing();
  });
  const isThis = page.digestId ? eq(shares.digestId, page.digestId) : eq(shares.tag, tag!);
  const [row] = await app.db.select().from(shares).where(and(of, isThis));
  // It was ended before we could read it.
  if (!row) throw unknown();
  return present(app, row);
}

/** A reader's public pages, newest first. */
export async function sharesOf(app: App, userId: string) {
  const own = app.db.select().from(shares).where(eq(shares.userId, userId));
  const rows = await own.orderBy(desc(shares.createdAt), shares.id);
  return rows.map((row) => present(app, row));
}

/** For the mail about a new password. */
export async function sharesInWords({ db }: App, userId: string): Promise<string[]> {
  const count = await db.$count(shares, eq(shares.userId, userId));
  if (!count) return [];
  return [count === 1 ? 'a shared page' : `${count} shared pages`];
}

const present = ({ secret, config }: App, { sealed, ...row }: typeof shares.$inferSelect) => ({
  ...row,
  url: `${config.baseUrl}/shared/${unseal(secret, 'share', sealed) as string}`,
});

/** Maximum papers on a tag's page; a digest has ten. */
const papersAtMost = 200;
const authorsNamed = 8;

interface Shown {
  title: string;
  lead: string;
  /** What a visitor may follow; a tag names none. */
  topic?: string;
  summary: string[];
  papers: PaperInput[];
}

/** What is shared at an address; null if there is nothing, or if its reader is suspended. */
async function shownAt(app: App, token: string): Promise<Shown | null> {
  const [row] = await app.db
    .select({ userId: shares.userId, digestId: shares.digestId, tag: shares.tag })
    .from(shares)
    .innerJoin(users, and(eq(users.id, shares.userId), eq(users.isActive, true)))
    .where(eq(shares.tokenHash, hashToken(token)));
  if (!row) return null;
  return row.digestId ? digestShown(app, row.userId, row.digestId) : tagShown(app, row.userId, row.tag ?? '');
}

const said = { title: 'This page is not shared', lead: 'It was never there, or its owner ended it.' };
const missing: Shown = { ...said, summary: [], papers: [] };

async function digestShown(app: App, userId: string, digestId: string): Promise<Shown> {
  const digest = await readDigest(app, { id: userId }, digestId);
  const day = dateInWords(new Date(digest.sentAt ?? digest.createdAt), { zone: 'UTC' });
  return {
    title: line(digest.searchTerm ?? '') || 'New papers',
    topic: line(digest.searchTerm ?? ''),
    lead: digest.papersData.length
      ? `${counted(digest.papersData.length, 'new paper')}, picked by Litwatch for this topic on ${day}.`
      : `No new papers for this topic on ${day}.`,
    summary: (digest.aiSummary ?? '').split(/\n+/).map(line).filter(Boolean),
    papers: digest.papersData,
  };
}

/** Kept and done papers with the tag, without the reader's notes. */
async function tagShown({ db }: App, userId: string, tag: string): Promise<Shown> {
  const isShown = inArray(readerPapers.state, ['kept', 'done']);
  const isTagged = sql`${tag} = any(${readerPapers.tags})`;
  const rows = await db
    .select({ shown: readerPapers.shown })
    .from(readerPapers)
    .where(and(eq(readerPapers.userId, userId), isShown, isTagged))
    .orderBy(desc(readerPapers.changedAt), readerPapers.paperId)
    .limit(papersAtMost);
  const papers = rows.map(({ shown }) => shown);
  return {
    title: line(tag),
    lead: `A reading list of ${counted(papers.length, 'paper')}, kept in Litwatch.`,
    summary: [],
    papers,
  };
}

function written({ config, now }: App, { title, lead, topic, summary, papers }: Shown): string {
  const brief = html`<section class="prose">${summary.map((sentence) => html`<p>${sentence}</p>`)}</section>`;
  const rows = papers.map((paper) => entry(paper, now(), topic !== undefined));
  const body = html`${summary.length ? brief : ''}${rows}`;
  const follow = topic ? `?${new URLSearchParams({ topic })}` : '';
  const invitation = topic ? 'Follow this topic' : 'Follow a topic of your own';
  const page = fillShared(frame(), { title, lead, body: body.toString(), follow, invitation });
  return fillDocument(page, { ...config.mail, baseUrl: config.baseUrl });
}

/** A paper as a row, and what came out of it. In a digest also how well it fits the topic; a kept paper has been judged. */
function entry(paper: PaperInput, now: Date, isOfTopic: boolean) {
  const address = addressOf(paper.url);
  const title = titleOf(paper);
  const authors = (paper.authors ?? []).map(line).filter(Boolean);
  const named = authors.length > authorsNamed ? [...authors.slice(0, authorsNamed), 'et al.'] : authors;
  const { design, sample, journal } = rowFacts(paper);
  const what = [
    design && html`<b>${line(design)}</b>`,
    sample,
    line(journal),
    dayInWords(paper.publishedOn, now),
  ];
  const takeaway = line(paper.takeaway ?? '');
  const lack = lackInWords({ ...paper, abstract: paper.abstract ?? null });
  return html`<article><h2 dir="auto">${address ? html`<a href="${address}" rel="noreferrer">${title}</a>` : title}</h2>
    <p class="what">${what.filter(Boolean).map((one) => html`<span>${one}</span>`)}</p>
    ${isOfTopic && !paper.why?.belongs ? html`<p><b>${matchWord(paper.relevanceScore, paper.why)}</b>${lack && `, ${lack}`}</p>` : ''}
    ${takeaway ? html`<p dir="auto" class="prose">${takeaway}</p>` : ''}
    ${named.length ? html`<p dir="auto">${named.join(', ')}</p>` : ''}</article>`;
}

/** The frame that the build rendered, with the styles of the other public pages; before the first build, a bare one. */
function frame(): string {
  const file = path.join(builtWebApp, sharedFrame);
  return existsSync(file) ? readFileSync(file, 'utf8') : bareSharedFrame;
}
