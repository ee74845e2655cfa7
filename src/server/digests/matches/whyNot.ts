import { and, eq, inArray, ne } from 'drizzle-orm';
import type { Work } from '#corpus/works/works.ts';
import { deliveredPapers, emailDigests, paperIdentifiers } from '#platform/db/schema.ts';
import type { SignedInCall } from '#platform/http/route.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { closeMatchesApi, WhyNot } from '#shared/digests/closeMatches.ts';
import { dateInWords } from '#shared/values/dates.ts';
import { dayMs, hourMs, timeBefore } from '#shared/values/time.ts';
import { topicOf } from '#topics/topic/topic.ts';
import type { DigestsApp } from '../app.ts';
import { loadRunContext } from '../run/context.ts';
import { findPapers } from './findPaper.ts';
import { matchedDigest } from './more.ts';
import { type Answer, dayIn, type Question, said } from './question.ts';
import { duplicateIn, rankedOut } from './rankedOut.ts';
import { excludedBy, filteredBy, offSources } from './ruledOut.ts';

type WhyNotCall = Pick<SignedInCall<typeof closeMatchesApi.whyNot>, 'reader' | 'params' | 'query'>;

/**
 * Why a paper is not in a digest, and what would bring it in: the first reason that applies, in the order of the steps
 * that make a digest. Uses today's ranking if the digest has not stored its own.
 * @throws AppError `not_found` for another reader's digest, `conflict` if its topic was deleted
 */
export async function whyNot(
  app: DigestsApp,
  { reader, params, query: { paper: asked } }: WhyNotCall,
): Promise<WhyNot> {
  const digest = await matchedDigest(app, reader, params.id);
  if (!digest.searchTermId)
    throw new AppError('conflict', 'The search term of this digest was deleted, so it cannot be ranked.');
  const topic = await topicOf(app, reader.id, digest.searchTermId);
  const [work, ...others] = await findPapers(app, asked);
  if (!work) return unknown;
  const context = await loadRunContext(app, topic);
  if (!context) throw new AppError('not_found', 'This account no longer exists.');
  const question = { digest, topic, context, work, ids: await idsOf(app, work) };
  const { id, title, url, source } = work;
  return {
    ...{ relevanceScore: null, place: null },
    ...(await answer(app, question)),
    paper: { id: String(id), title, url, source },
    others: others.map(({ id, title }) => ({ id: String(id), title })),
  };
}

const unknown: WhyNot = {
  outcome: 'unknown',
  paper: null,
  because:
    'We know no such paper. Either none of the sources has listed it, or it is older than the papers we hold.',
  remedy: 'Try its DOI or PMID. A topic can also be started from papers you already have.',
  relevanceScore: null,
  place: null,
  others: [],
};

async function answer(app: DigestsApp, question: Question): Promise<Answer> {
  const { digest, work, ids, context } = question;
  const at = digest.papers.findIndex(({ id }) => ids.has(Number(id)));
  if (at >= 0) return said('shown', `It is paper ${at + 1} of this digest.`);
  if (work.state !== 'current')
    return said('retracted', `It was ${work.state}. Such a paper is not sent as a new one.`);
  const sent = await sentOn(app, question);
  if (sent && sent < digest.periodEnd)
    return said('sent', `It was sent on ${dayIn(context, sent)}. A paper is sent once.`);
  return (
    outsideWindow(question, sent) ??
    offSources(app, question) ??
    filteredBy(question) ??
    (await excludedBy(app, question)) ??
    duplicateIn(question) ??
    rankedOut(app, question)
  );
}

async function idsOf({ db }: Pick<DigestsApp, 'db'>, work: Work): Promise<ReadonlySet<number>> {
  const rows = await db
    .select({ id: paperIdentifiers.value })
    .from(paperIdentifiers)
    .where(and(eq(paperIdentifiers.paperId, work.id), eq(paperIdentifiers.kind, 'joined')));
  return new Set([work.id, ...rows.map(({ id }) => Number(id))]);
}

/** When another digest of the topic sent the paper; null if none did. */
async function sentOn(
  { db }: Pick<DigestsApp, 'db'>,
  { topic, digest, ids }: Question,
): Promise<Date | null> {
  const [row] = await db
    .select({ at: emailDigests.createdAt })
    .from(deliveredPapers)
    .innerJoin(emailDigests, eq(emailDigests.id, deliveredPapers.digestId))
    .where(
      and(
        eq(deliveredPapers.searchTermId, topic.id),
        inArray(deliveredPapers.paperId, [...ids]),
        ne(deliveredPapers.digestId, digest.id),
      ),
    )
    .orderBy(emailDigests.createdAt)
    .limit(1);
  return row?.at ?? null;
}

/** For a paper that came too late for a digest, or belonged to an earlier one. */
function outsideWindow({ digest, work, context }: Question, sent: Date | null): Answer | null {
  const { periodStart, periodEnd, digestType, windowDays } = digest;
  if (work.firstSeenAt > periodEnd)
    return said(
      'later',
      `It was first listed on ${dayIn(context, work.firstSeenAt)}, after this digest was made on ${dayIn(context, periodEnd)}.`,
      sent ? `It came with the digest of ${dayIn(context, sent)}.` : 'It is considered for the next digest.',
    );
  const from = digestType === 'immediate' ? timeBefore(periodEnd, (windowDays ?? 7) * dayMs) : periodStart;
  const isEarlier =
    digestType === 'immediate'
      ? work.availableOn < from.toISOString().slice(0, 10)
      : work.firstSeenAt < timeBefore(from, hourMs);
  return isEarlier
    ? said(
        'earlier',
        `It was available on ${dateInWords(new Date(work.availableOn), { zone: 'UTC', weekday: true })}; this digest looks at what is new since ${dayIn(context, from)}.`,
      )
    : null;
}
