import { and, desc, eq, gt, inArray } from 'drizzle-orm';
import { type Work, worksById } from '#corpus/works/works.ts';
import { deliveredPapers, emailDigests, paperEvents } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { isPreprint } from '#shared/papers/sources.ts';
import type { DigestsApp } from '../app.ts';
import { sentencesOf } from '../summary/text/sentences.ts';

/** A paper that was sent for a topic before, and what happened to it since. */
export interface LaterState {
  work: Work;
  /** The paper as printed in the digest that brought it. */
  before: PaperInput;
  note: 'revised' | 'now-published';
  /** A sentence of the abstract that the reader has not seen; null where it says nothing more. */
  changed: string | null;
}

/** Upper bound, so that updates do not crowd out new papers. */
const atMost = 5;

/**
 * Papers that were sent for this topic before and were revised, or published in a journal, since its last digest with
 * papers: the newest five, each once. A nothing-new notice does not mention them, so they wait for the next digest.
 * Retractions get a mail of their own.
 */
export async function laterStates(
  { db }: Pick<DigestsApp, 'db'>,
  termId: string,
  since: Date,
): Promise<LaterState[]> {
  const events = await db
    .select({ paperId: paperEvents.paperId, kind: paperEvents.kind, digestId: deliveredPapers.digestId })
    .from(deliveredPapers)
    .innerJoin(paperEvents, eq(paperEvents.paperId, deliveredPapers.paperId))
    .where(
      and(
        eq(deliveredPapers.searchTermId, termId),
        inArray(paperEvents.kind, ['revised', 'now-published']),
        gt(paperEvents.at, since),
        gt(paperEvents.at, deliveredPapers.deliveredAt),
      ),
    )
    .orderBy(desc(paperEvents.at));
  if (!events.length) return [];
  const works = await worksById(
    { db },
    events.map(({ paperId }) => paperId),
  );
  const mailed = await papersOf(
    db,
    events.map(({ digestId }) => digestId),
  );
  const states = works.flatMap((work): LaterState[] => {
    const before = [work.id, ...work.formerIds].flatMap((id) => mailed.get(String(id)) ?? [])[0];
    if (!before || work.state !== 'current') return [];
    const own = events.filter(({ paperId }) => paperId === work.id);
    // Who was sent the article itself has nothing to learn from its publication.
    const isPublished = isPreprint(before) && own.some(({ kind }) => kind === 'now-published');
    if (!isPublished && !own.some(({ kind }) => kind === 'revised')) return [];
    const changed = newSentence(before.abstract ?? null, work.abstract);
    return [{ work, before, note: isPublished ? 'now-published' : 'revised', changed }];
  });
  return states.slice(0, atMost);
}

/** The first sentence of an abstract that its earlier state did not have in these words. */
function newSentence(before: string | null, now: string | null): string | null {
  if (!before || !now) return null;
  const words = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ');
  const known = words(before);
  return sentencesOf(now).find(({ text }) => !known.includes(words(text).trim()))?.text ?? null;
}

/** Papers of these digests, by id. */
async function papersOf(db: DigestsApp['db'], digestIds: string[]): Promise<Map<string, PaperInput>> {
  const rows = await db
    .select({ papers: emailDigests.papersData })
    .from(emailDigests)
    .where(inArray(emailDigests.id, digestIds));
  return new Map(rows.flatMap(({ papers }) => papers.map((paper) => [paper.id ?? '', paper] as const)));
}
