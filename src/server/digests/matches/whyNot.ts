import { and, eq, inArray, ne } from 'drizzle-orm';
import { type Work, worksById } from '#corpus/works/works.ts';
import type { Ranked } from '#engine/core/types.ts';
import { tokenize } from '#engine/text/tokenize.ts';
import type { App } from '#kit/feature.ts';
import { listed, quoted } from '#mail/layout/words.ts';
import { deliveredPapers, paperIdentifiers } from '#platform/db/schema.ts';
import type { SignedInCall } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { closeMatchesApi, WhyNot } from '#shared/digests/closeMatches.ts';
import { isJudgedOff, judgedInWords, reasonsOf } from '#shared/papers/reasons.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { pluck } from '#shared/values/pick.ts';
import { hourMs, timeBefore } from '#shared/values/time.ts';
import { identifierIn } from '#sources/record/identifierIn.ts';
import { topicOf } from '#topics/topic/topic.ts';
import { loadRunContext, scopeOf } from '../run/context.ts';
import { lastDays, rankTopic } from '../run/find.ts';
import { matchedDigest } from './more.ts';

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
export async function whyNot(
  app: App,
  { reader, params, query: { paper: asked } }: WhyNotCall,
): Promise<WhyNot> {
  const digest = await matchedDigest(app, reader, params.id);
  if (!digest.searchTermId)
    throw new AppError('conflict', 'The search term of this digest was deleted, so it cannot be ranked.');
  const topic = await topicOf(app, reader.id, digest.searchTermId);
  const work = await paperMeant(app, asked);
  if (!work) return { title: null, because: 'We know no such paper.' };
  const context = await loadRunContext(app, topic);
  if (!context) throw new AppError('not_found', 'This account no longer exists.');
  const ids = await idsOf(app, work);
  const shown = digest.papers.findIndex(({ id }) => ids.has(Number(id)));
  if (shown >= 0) return { title: work.title, because: `It is paper ${shown + 1} of this digest.` };
  if (await isSentElsewhere(app, { topicId: topic.id, digestId: digest.id }, ids))
    return {
      title: work.title,
      because: 'It was in another digest of this topic, and a paper is sent once.',
    };
  const hidden = digest.further?.find(({ id, judged }) => ids.has(id) && isJudgedOff(judged));
  if (hidden)
    return {
      title: work.title,
      because: `It is not shown: ${judgedInWords(hidden.judged!)}.`,
      keepBy: work.doi,
    };
  const { candidates, floor } = scopeOf(app, context.reader, topic);
  const own = new Set([...ids, ...digest.papers.map(({ id }) => Number(id))]);
  const days =
    digest.digestType === 'immediate'
      ? { availableFrom: lastDays(digest.periodEnd, digest.windowDays ?? 7).from }
      : { firstSeenAfter: timeBefore(digest.periodStart, hourMs).getTime() };
  const except = new Set([...context.sent].filter((id) => !own.has(id)));
  const ranked = await rankTopic(app, topic, context, {
    candidates: { ...candidates, ...days, except },
    limit: lookedAtMost,
    floor: 0,
  });
  const place = ranked.findIndex(({ id }) => ids.has(id));
  return { title: work.title, because: inWords(ranked, place, floor), keepBy: work.doi };
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

/** Whether another digest of the topic sent it. */
const isSentElsewhere = async (
  { db }: Pick<App, 'db'>,
  { topicId, digestId }: { topicId: string; digestId: string },
  ids: ReadonlySet<number>,
): Promise<boolean> =>
  (await db.$count(
    deliveredPapers,
    and(
      eq(deliveredPapers.searchTermId, topicId),
      inArray(deliveredPapers.paperId, [...ids]),
      ne(deliveredPapers.digestId, digestId),
    ),
  )) > 0;

/** The ids of the work and of the works merged into it. */
async function idsOf({ db }: Pick<App, 'db'>, { id }: Work): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: paperIdentifiers.value })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.paperId, id), eq(paperIdentifiers.kind, 'joined')));
  return new Set([id, ...rows.map((row) => Number(row.id))]);
}

/**
 * The work that a reader means by a DOI, an identifier of a source, a Litwatch id, or words of the title. Titles are looked
 * up in the search index, which limits them to its papers.
 */
async function paperMeant(app: Pick<App, 'db' | 'index'>, asked: string): Promise<Work | undefined> {
  const named = identifierIn(asked);
  if (!named) return paperTitled(app, asked);
  const [row] = await app.db
    .select({ id: paperIdentifiers.paperId })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.kind, named.kind), eq(paperIdentifiers.value, named.value)));
  const id = row?.id ?? (named.kind === 'pmid' ? Number(named.value) : null);
  return id === null ? undefined : (await worksById(app, [id]))[0];
}

async function paperTitled(app: Pick<App, 'db' | 'index'>, asked: string): Promise<Work | undefined> {
  const wanted = new Set(tokenize(asked).map(({ stem }) => stem));
  if (!wanted.size) return undefined;
  const index = await app.index.current();
  const found = await index.rank(
    // Only letters and digits, because a title may contain characters that are operators in a topic.
    {
      ...{ text: asked.replace(/[^\p{L}\p{N}]+/gu, ' ').toLowerCase(), expansion: [] },
      ...{ liked: [], disliked: [], vector: null },
    },
    { sources: new Set(sourceNames) },
    { limit: titlesAtMost, floor: 0 },
  );
  const works = await worksById(app, pluck(found, 'id'));
  const shareOf = ({ title }: Work): number => {
    const own = new Set(tokenize(title).map(({ stem }) => stem));
    return [...wanted].filter((stem) => own.has(stem)).length / wanted.size;
  };
  const [best] = works.sort((one, other) => shareOf(other) - shareOf(one));
  return best && shareOf(best) >= leastShared ? best : undefined;
}
