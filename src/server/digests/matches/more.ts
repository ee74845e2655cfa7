import { and, eq, isNotNull, lt } from 'drizzle-orm';
import { type Work, worksByAnyId } from '#corpus/works/works.ts';
import type { App } from '#kit/feature.ts';
import { emailDigests, type FurtherMatch } from '#platform/db/schema.ts';
import type { Reader, SignedInCall } from '#platform/http/route.ts';
import { hasId } from '#platform/http/uuid.ts';
import { entryOf } from '#reading/extractive.ts';
import type { Reading } from '#reading/text/summary.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { type closeMatchesApi, closeMatchesKeptDays } from '#shared/digests/closeMatches.ts';
import { withLibrary } from '#shared/papers/libraryLink.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { pick, pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { withFeedback } from '#topics/feedback/judgements.ts';
import { statesOf } from '../archive/opened.ts';
import { marksOf } from '../archive/present.ts';
import { digestPaper } from '../run/compose.ts';
import { containsPromptInjection, knownReadings } from '../run/readings.ts';

type MoreCall = Pick<SignedInCall<typeof closeMatchesApi.more>, 'reader' | 'params' | 'query'>;

/**
 * A page of the close matches after a digest's own papers, as the digest ranked them, in their present state. Leaves out
 * papers that left the corpus.
 * @throws AppError `not_found` for another reader's digest, `invalid` for a cursor that is not in this list
 */
export async function readMore(
  app: Pick<App, 'db'>,
  { reader, params, query: { limit, after } }: MoreCall,
): Promise<ResponseOf<typeof closeMatchesApi.more>> {
  const digest = await matchedDigest(app, reader, params.id);
  const further = digest.further ?? [];
  const start = after === undefined ? 0 : placeBehind(further, after);
  const page = further.slice(start, start + limit);
  const papers = await papersOf(app, page);
  const [shown] = await withFeedback(app, [{ searchTermId: digest.searchTermId, papersData: papers }]);
  return {
    papers: shown!.papersData.map((paper) => withLibrary(reader.libraryLink, paper)) as ResponseOf<
      typeof closeMatchesApi.more
    >['papers'],
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
export async function matchedDigest({ db }: Pick<App, 'db'>, reader: Pick<Reader, 'id'>, id: string) {
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

function placeBehind(further: readonly FurtherMatch[], after: string): number {
  const at = further.findIndex(({ id }) => String(id) === after);
  if (at < 0) throw new AppError('invalid', 'This list has changed. Please reload the page.');
  return at + 1;
}

async function papersOf(app: Pick<App, 'db'>, page: readonly FurtherMatch[]): Promise<PaperInput[]> {
  const byId = await worksByAnyId(app, pluck(page, 'id'));
  const listed = page.flatMap(({ id, ...match }) => {
    const work = byId.get(id);
    return work ? [{ work, ...match }] : [];
  });
  const marks = await marksOf(
    app,
    listed.map(({ work }) => String(work.id)),
  );
  const readings = await knownReadings(app, pluck(listed, 'work'));
  return listed.map(({ work, score, judged, belongs }) => {
    const reading = readings.get(work.id) ?? unread(work);
    const paper = digestPaper(work, {
      ranked: { score, ...((judged ?? belongs) && { why: { ...nothingFound, judged, belongs } }) },
      reading,
      takeaway: entryOf({ reading, abstract: work.abstract }) ?? null,
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
export async function dropOldMatches({ db, now }: Pick<App, 'db' | 'now'>): Promise<void> {
  await db
    .update(emailDigests)
    .set({ furtherMatches: null })
    .where(
      and(
        lt(emailDigests.createdAt, timeBefore(now(), closeMatchesKeptDays * dayMs)),
        isNotNull(emailDigests.furtherMatches),
      ),
    );
}
