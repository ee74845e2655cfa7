import { and, eq, gt, inArray } from 'drizzle-orm';
import { worksById } from '#corpus/works/works.ts';
import type { Ranked } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import { listed, quoted } from '#mail/layout/words.ts';
import { subjectLine } from '#mail/transport/message.ts';
import { emailDigests } from '#platform/db/schema.ts';
import type { NearMiss } from '#shared/digests/digest.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { nothingNewSubject } from '../render/notes.tsx';
import type { Composition } from './compose.ts';
import { type Composed, digestId } from './finish.ts';

/** Minimum number of days between two notices for one topic. */
export const noticeDays = 28;

/**
 * The nothing-new notice, sent instead of a padded digest. Null if the topic's last notice or last highlights are less
 * than four weeks old: then no mail is sent for that week.
 */
export async function composeNothingNew(
  app: Pick<App, 'db'>,
  nothing: Omit<Composition, 'papers' | 'digestType'> & {
    /** Number of papers that were relevant but did not pass the filters. */
    passedOver: number;
    /** Minimum relevance of a paper in the topic's digests, 0 to 1. */
    floor: number;
    /** Finds the paper that came closest. Called only if there is a notice. */
    nearest: () => Promise<Ranked | null>;
  },
): Promise<Composed | null> {
  const { term, reader, coverage, periodStart, periodEnd, filtered, passedOver, floor, nearest, byModel } =
    nothing;
  // Highlights count too, because "nothing" would be false after days that brought papers.
  const since = timeBefore(periodEnd, noticeDays * dayMs);
  if (await wasSentSince(app, term.id, ['note', 'daily'], since)) return null;
  return {
    paperIds: [],
    row: {
      id: digestId(term.id, 'note', periodStart),
      userId: reader.user.id,
      searchTermId: term.id,
      digestType: 'note',
      papersData: [],
      searchTerm: term.term,
      subject: subjectLine(nothingNewSubject(term.term)),
      coverage: [...coverage],
      filtered,
      passedOver,
      nearestMiss: await nearMissOf(app, await nearest(), {
        ...{ floor, isFiltered: passedOver > 0, byModel },
      }),
      closeMatches: 0,
      periodStart,
      periodEnd,
      createdAt: periodEnd,
    },
  };
}

async function wasSentSince(
  { db }: Pick<App, 'db'>,
  termId: string,
  digestTypes: string[],
  since: Date,
): Promise<boolean> {
  const [digest] = await db
    .select({ id: emailDigests.id })
    .from(emailDigests)
    .where(
      and(
        eq(emailDigests.searchTermId, termId),
        inArray(emailDigests.digestType, digestTypes),
        gt(emailDigests.periodEnd, since),
      ),
    )
    .limit(1);
  return digest !== undefined;
}

/** Maximum number of the topic's phrases to name. */
const phrasesAtMost = 3;

/** For a digest without papers: the paper that came closest, and why it was left out; null if none came close. */
export async function nearMissOf(
  app: Pick<App, 'db'>,
  nearest: Ranked | null,
  { floor, isFiltered, byModel }: { floor: number; isFiltered: boolean; byModel?: string | null },
): Promise<NearMiss | null> {
  if (!nearest) return null;
  const [work] = await worksById(app, [nearest.id]);
  if (!work) return null;
  const { title, url, source, journal } = work;
  const { score, why } = nearest;
  return {
    ...{ id: String(work.id), title, url, source, journal, relevanceScore: score },
    because: [
      isFiltered ? 'It did not pass the filters of this topic.' : (byModel ?? tooFar(score, floor)),
      mentions(why),
    ]
      .filter(Boolean)
      .join(' '),
  };
}

/** For example `It is 3% relevant; digests of this topic begin at 5%.` */
export function tooFar(score: number, floor: number): string {
  const [has, needs] = [score, floor].map((share) => Math.round(share * 100));
  return has! < needs!
    ? `It is ${has}% relevant; digests for this topic start at ${needs}%.`
    : `It is ${has}% relevant: it shares too little with the topic to be sent.`;
}

function mentions({ matched }: Ranked['why']): string {
  const phrases = matched.slice(0, phrasesAtMost).map(quoted);
  return phrases.length ? `It mentions ${listed(phrases)}.` : 'It mentions none of its words.';
}
