import { and, eq, inArray, isNotNull, lt, ne } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { type Work, worksByAnyId, worksById } from '#corpus/works/works.ts';
import type { CloseMatch, Ranked } from '#engine/core/types.ts';
import { tokenize } from '#engine/text/tokenize.ts';
import type { App } from '#kit/feature.ts';
import { listed, quoted } from '#mail/layout/words.ts';
import { deliveredPapers, emailDigests, type FurtherMatch, paperIdentifiers } from '#platform/db/schema.ts';
import { type Reader, type Route, type SignedInCall, serve, serveReader } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { limit } from '#platform/rateLimits.ts';
import { entryOf } from '#reading/extractive.ts';
import type { Reading } from '#reading/text/summary.ts';
import { AppError } from '#shared/contract/errors.ts';
import { closeMatchesApi, closeMatchesKeptDays, type WhyNot } from '#shared/digests/closeMatches.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { isJudgedOff, judgedInWords, reasonsOf } from '#shared/papers/reasons.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { type Preview, understandingApi } from '#shared/topics/understanding.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { plain } from '#shared/values/plainText.ts';
import { dayMs, hourMs, timeBefore } from '#shared/values/time.ts';
import { identifierIn } from '#sources/record/identifierIn.ts';
import { withFeedback } from '#topics/feedback/judgements.ts';
import { topicKey, topicOf } from '#topics/topic/topic.ts';
import { readTopicNow } from '#topics/understanding.ts';
import { marksOf, statesOf } from './archive/present.ts';
import { digestPaper } from './run/compose.ts';
import { loadRunContext, scopeOf } from './run/context.ts';
import { lastDays, rankTopic } from './run/find.ts';
import { containsPromptInjection, knownReadings } from './run/readings.ts';

/** Calls about papers outside a digest: its further close matches, why a paper is not in it, and a preview of a topic. */
export const matchRoutes: Route<App>[] = [
  serveReader(closeMatchesApi.more, (app, call) => readMore(app, call)),
  serveReader(closeMatchesApi.whyNot, async (app, call) => {
    // Limited, because each question ranks the topic again.
    await limit(app, 'understanding', { network: call.network });
    return whyNot(app, call);
  }),
  serve(understandingApi.preview, async (app, { body, network, http }) => {
    http.header('X-Robots-Tag', 'noindex');
    const earlier = earlierPreview(app, body.topic);
    if (earlier) return earlier;
    await limit(app, 'preview', { network });
    return previewTopic(app, body.topic);
  }),
];

type MoreCall = Pick<SignedInCall<typeof closeMatchesApi.more>, 'reader' | 'params' | 'query'>;

/**
 * A page of the close matches after a digest's own papers, as the digest ranked them, in their present state. Leaves out
 * papers that left the corpus.
 * @throws AppError `not_found` for another reader's digest, `invalid` for a cursor that is not in this list
 */
async function readMore(app: App, { reader, params, query: { limit, after } }: MoreCall) {
  const digest = await matchedDigest(app, reader, params.id);
  const further = digest.further ?? [];
  const start = after === undefined ? 0 : further.findIndex(({ id }) => String(id) === after) + 1;
  if (after !== undefined && !start)
    throw new AppError('invalid', 'This list has changed. Please reload the page.');
  const page = further.slice(start, start + limit);
  const papers = await papersOf(app, page);
  const [shown] = await withFeedback(app, [{ searchTermId: digest.searchTermId, papersData: papers }]);
  return {
    papers: shown!.papersData.map((paper) => withLibrary(reader.libraryLink, paper)),
    first: digest.papers.length + start + 1,
    feedback: shown!.feedback,
    states: await statesOf(app, reader, papers),
    next: start + limit < further.length ? String(page.at(-1)!.id) : null,
    total: further.length,
  };
}

/**
 * The columns about matches of the reader's own digest.
 * @throws AppError `not_found`
 */
async function matchedDigest({ db }: App, reader: Pick<Reader, 'id'>, id: string) {
  const [row] = await db
    .select({
      ...pick(emailDigests, 'id digestType searchTermId'),
      papers: emailDigests.papersData,
      further: emailDigests.furtherMatches,
      ...pick(emailDigests, 'windowDays periodStart periodEnd'),
    })
    .from(emailDigests)
    .where(and(hasId(emailDigests.id, id), eq(emailDigests.userId, reader.id)));
  if (!row) throw new AppError('not_found', 'This digest does not exist.');
  return row;
}

async function papersOf(app: App, page: readonly FurtherMatch[]): Promise<PaperInput[]> {
  const byId = await worksByAnyId(app, pluck(page, 'id'));
  const listed = page.flatMap(({ id, ...match }) => {
    const work = byId.get(id);
    return work ? [{ work, ...match }] : [];
  });
  const ids = listed.map(({ work }) => String(work.id));
  const marks = await marksOf(app, ids);
  const readings = await knownReadings(app, pluck(listed, 'work'));
  return listed.map(({ work, score, judged, belongs }) => {
    const reading = readings.get(work.id) ?? unread(work);
    const paper = digestPaper(work, {
      ranked: { score, ...((judged ?? belongs) && { why: { ...nothingFound, judged, belongs } }) },
      reading,
      takeaway: entryOf({ ...work, reading, relevance: score }) ?? null,
      since: null,
    });
    return { ...paper, ...marks.get(String(work.id)) };
  });
}

const nothingFound = { matched: [], expanded: [], because: null };

/** A paper without a stored reading is listed without its sentences, so that no page waits for it to be read. */
const unread = (work: Work): Reading => ({
  sentences: [],
  facts: {},
  addressesModel: containsPromptInjection(work),
});

/** Deletes the lists of further matches that are too old to show. The digests stay. */
export async function dropOldMatches({ db, now }: App): Promise<void> {
  const isOld = lt(emailDigests.createdAt, timeBefore(now(), closeMatchesKeptDays * dayMs));
  const held = and(isOld, isNotNull(emailDigests.furtherMatches));
  await db.update(emailDigests).set({ furtherMatches: null }).where(held);
}

/** How far down the ranking to look for the paper. */
const lookedAtMost = 400;
/** Number of titles to compare with the given one. */
const titlesAtMost = 5;
/** Minimum share of the given words that a title must have. */
const leastShared = 0.6;

type WhyNotCall = Pick<SignedInCall<typeof closeMatchesApi.whyNot>, 'reader' | 'params' | 'query'>;

/**
 * Why a paper is not in a digest, as a sentence from the parts of its score: ranks the digest's days again, without a
 * floor.
 * @throws AppError `not_found` for another reader's digest, `conflict` if its topic was deleted
 */
async function whyNot(app: App, { reader, params, query: { paper: asked } }: WhyNotCall): Promise<WhyNot> {
  const digest = await matchedDigest(app, reader, params.id);
  if (!digest.searchTermId)
    throw new AppError('conflict', 'The search term of this digest was deleted, so it cannot be ranked.');
  const topic = await topicOf(app, reader.id, digest.searchTermId);
  const work = await paperMeant(app, asked);
  if (!work) return { title: null, because: 'We know no such paper.' };
  const { title } = work;
  const context = await loadRunContext(app, topic);
  if (!context) throw new AppError('not_found', 'This account no longer exists.');
  const ids = await idsOf(app, work);
  const shown = digest.papers.findIndex(({ id }) => ids.has(Number(id)));
  if (shown >= 0) return { title, because: `It is paper ${shown + 1} of this digest.` };
  const isElsewhere = and(
    eq(deliveredPapers.searchTermId, topic.id),
    ne(deliveredPapers.digestId, digest.id),
  );
  if (await app.db.$count(deliveredPapers, and(isElsewhere, inArray(deliveredPapers.paperId, [...ids]))))
    return { title, because: 'It was in another digest of this topic, and a paper is sent once.' };
  const hidden = digest.further?.find(({ id, judged }) => ids.has(id) && isJudgedOff(judged));
  if (hidden)
    return { title, because: `It is not shown: ${judgedInWords(hidden.judged!)}.`, keepBy: work.doi };
  const { candidates, floor } = scopeOf(app, context.reader, topic);
  const own = new Set([...ids, ...digest.papers.map(({ id }) => Number(id))]);
  const days =
    digest.digestType === 'immediate'
      ? { availableFrom: lastDays(digest.periodEnd, digest.windowDays ?? 7).from }
      : { firstSeenAfter: timeBefore(digest.periodStart, hourMs).getTime() };
  const except = new Set([...context.sent].filter((id) => !own.has(id)));
  const all = { candidates: { ...candidates, ...days, except }, limit: lookedAtMost, floor: 0 };
  const ranked = await rankTopic(app, topic, context, all);
  const place = ranked.findIndex(({ id }) => ids.has(id));
  return { title, because: inWords(ranked, place, floor), keepBy: work.doi };
}

/** For example `It is 12% relevant (mentions “HF”; nothing on “children”), and it is in place 31 of 43 close matches.` */
function inWords(ranked: readonly Ranked[], place: number, floor: number): string {
  const found = ranked[place];
  if (!found)
    return 'The words, sources and filters of this topic do not select it among the papers of these days.';
  const percent = (share: number) => `${Math.round(share * 100)}%`;
  const reasons = reasonsOf(found.why, { quoted, listed, most: 3 });
  const close = ranked.filter(({ score }) => score >= floor).length;
  const outcome =
    found.score < floor
      ? `digests of this topic start at ${percent(floor)}`
      : `it is in place ${place + 1} of ${close} close matches`;
  return `It is ${percent(found.score)} relevant${reasons && ` (${reasons})`}, and ${outcome}.`;
}

/** The ids of the work and of the works merged into it. */
async function idsOf({ db }: App, { id }: Work): Promise<ReadonlySet<number>> {
  const joined = and(eq(paperIdentifiers.paperId, id), eq(paperIdentifiers.kind, 'joined'));
  const rows = await db.select({ id: paperIdentifiers.value }).from(paperIdentifiers).where(joined);
  return new Set([id, ...rows.map((row) => Number(row.id))]);
}

/**
 * The work that a reader means by a DOI, an identifier of a source, a Litwatch id, or words of the title. Titles are looked
 * up in the search index, which limits them to its papers.
 */
async function paperMeant(app: App, asked: string): Promise<Work | undefined> {
  const named = identifierIn(asked);
  if (!named) return paperTitled(app, asked);
  const [row] = await app.db
    .select({ id: paperIdentifiers.paperId })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.kind, named.kind), eq(paperIdentifiers.value, named.value)));
  const id = row?.id ?? (named.kind === 'pmid' ? Number(named.value) : null);
  return id === null ? undefined : (await worksById(app, [id]))[0];
}

async function paperTitled(app: App, asked: string): Promise<Work | undefined> {
  const wanted = new Set(tokenize(asked).map(({ stem }) => stem));
  if (!wanted.size) return undefined;
  const index = await app.index.current();
  // Only letters and digits, because a title may contain characters that are operators in a topic.
  const text = asked.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase();
  const topic = { text, expansion: [], liked: [], disliked: [], vector: null };
  const sources = new Set(sourceNames);
  const found = await index.rank(topic, { sources }, { limit: titlesAtMost, floor: 0 });
  const works = await worksById(app, pluck(found, 'id'));
  const shareOf = ({ title }: Work): number => {
    const own = new Set(tokenize(title).map(({ stem }) => stem));
    return [...wanted].filter((stem) => own.has(stem)).length / wanted.size;
  };
  const [best] = works.sort((one, other) => shareOf(other) - shareOf(one));
  return best && shareOf(best) >= leastShared ? best : undefined;
}

const papersShown = 3;
const topicsKept = 500;

/** Previews by topic. Each index has its own, because it serves one corpus. */
const answers = new WeakMap<object, LRUCache<string, { at: number; answer: Preview }>>();

/** The cached preview of the last hour for a topic, which takes no work; null if there is none. */
function earlierPreview(app: App, text: string): Preview | null {
  const earlier = answers.get(app.index)?.get(topicKey(text));
  const isRecent = earlier && app.now().getTime() - earlier.at < hourMs;
  return isRecent && earlier.answer.reading.topic === text ? earlier.answer : null;
}

/**
 * This week's best three papers for a topic and how it is read. Uses the corpus alone: asks no source and no model, and
 * stores nothing. Cached in memory for an hour, unless the corpus is still empty.
 */
async function previewTopic(app: App, text: string): Promise<Preview> {
  const known = answers.get(app.index) ?? new LRUCache({ max: topicsKept });
  answers.set(app.index, known);
  const answer = await newPreview(app, text);
  // Before the first harvest there is nothing to show, but there soon will be, so it is not cached.
  if ((await app.index.current()).size === 0) return answer;
  known.set(topicKey(text), { at: app.now().getTime(), answer });
  return answer;
}

async function newPreview(app: App, text: string): Promise<Preview> {
  const { reading, from, close } = await readTopicNow(app, text);
  const best = close.slice(0, papersShown);
  return { reading, from, to: app.now().toISOString().slice(0, 10), papers: await shown(app, best) };
}

/**
 * The papers with their stored readings. Reads no paper now, because that takes processor time and anybody may ask. A
 * paper without a reading is shown without its finding.
 */
async function shown(app: App, best: readonly CloseMatch[]): Promise<Preview['papers']> {
  if (best.length === 0) return [];
  const works = await worksById(app, pluck(best, 'id'));
  const readings = await knownReadings(app, works);
  const scores = new Map(best.map(({ id, score }) => [id, score]));
  return works.map((work) => {
    const { id, formerIds, title, url, authors, journal, source, availableOn } = work;
    // The index may know a work by an id from before it was merged.
    const known = [id, ...formerIds].find((one) => scores.has(one))!;
    const reading = readings.get(id);
    const relevance = scores.get(known)!;
    const finding = reading && entryOf({ ...work, reading, relevance });
    return {
      ...{ title, url, authors, journal, source, publishedOn: availableOn },
      relevanceScore: relevance,
      ...(finding && { takeaway: finding.text }),
      ...(finding && plain(finding.quote) !== plain(finding.text) && { takeawayQuote: finding.quote }),
      ...(reading && { facts: reading.facts }),
    };
  });
}
