import { inArray } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import { transaction } from '#platform/platform.ts';
import { AppError } from '#shared/contract/errors.ts';
import type { KeptProposal, Proposals } from '#shared/topics/proposals.ts';
import type { ShelfApp } from '../app.ts';
import { yieldOfWeek } from './propose.ts';
import { existing, keepTopics, lockedProposals, missing, shownProposals } from './stored.ts';

interface Change {
  name?: string | undefined;
  /** The topic whose papers are added to this one. */
  merge?: number | undefined;
  isDropped?: boolean | undefined;
}

/**
 * Renames a proposed topic, merges another into it, or drops it. Counts the papers of the week again if they change.
 * Idempotent, except for merging.
 * @throws AppError `not_found`; `conflict` for a topic that is already followed
 */
export async function changeProposal(
  app: ShelfApp,
  userId: string,
  id: number,
  change: Change,
): Promise<Proposals> {
  const changed = await transaction(app, async (app) => {
    const { topics } = await lockedProposals(app, userId);
    const followed = await existing(app, topics);
    const open = (wanted: number): KeptProposal => {
      const topic = topics.find((one) => one.id === wanted);
      if (!topic) throw missing();
      if (topic.termId && followed.has(topic.termId))
        throw new AppError('conflict', 'You follow this topic already.');
      return topic;
    };
    const topic = open(id);
    const other = change.merge === undefined || change.merge === id ? null : open(change.merge);
    const next: KeptProposal = {
      ...topic,
      name: change.name ?? topic.name,
      isDropped: change.isDropped ?? topic.isDropped,
      paperIds: other ? alternating(topic.paperIds, other.paperIds) : topic.paperIds,
    };
    await keepTopics(
      app,
      userId,
      topics.flatMap((one) => (one === topic ? [next] : one === other ? [] : [one])),
    );
    return next;
  });
  if (change.name !== undefined || change.merge !== undefined) await countAgain(app, userId, changed);
  return shownProposals(app, userId);
}

/** Merges two lists ordered by typicality into one. */
function alternating(one: readonly number[], other: readonly number[]): number[] {
  const places = [...one, ...other].map((id, at) => ({
    id,
    place: at < one.length ? at / one.length : (at - one.length) / other.length,
  }));
  return places.sort((a, b) => a.place - b.place).map(({ id }) => id);
}

/** Counts outside the transaction, because ranking takes a while. A topic changed meanwhile keeps its count. */
async function countAgain(
  app: ShelfApp,
  userId: string,
  { id, name, paperIds }: KeptProposal,
): Promise<void> {
  const rows = await app.db
    .select({ id: papers.id, title: papers.title, abstract: papers.abstract })
    .from(papers)
    .where(inArray(papers.id, paperIds));
  const byId = new Map(rows.map((row) => [row.id, row]));
  const counts = await yieldOfWeek(
    app,
    name,
    paperIds.flatMap((one) => byId.get(one) ?? []),
  );
  await transaction(app, async (app) => {
    const { topics } = await lockedProposals(app, userId);
    const isSame = (one: KeptProposal) =>
      one.id === id && one.name === name && one.paperIds.length === paperIds.length;
    await keepTopics(
      app,
      userId,
      topics.map((one) => (isSame(one) ? { ...one, ...counts } : one)),
    );
  });
}
