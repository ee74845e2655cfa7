import { RecentlyUsed } from '../core/recentlyUsed.ts';
import type { Topic } from '../core/types.ts';
import type { IndexReader } from '../index/reader.ts';
import { planQuery } from '../query/plan.ts';
import type { Query } from '../query/query.ts';

/** Documents in the lists of all kept plans together, eight bytes each; several plans may share a list. */
const documentsAtMost = 2_000_000;
/** What a plan without lists takes, some four kilobytes. */
const costOfPlan = 500;

let plansByReader = new WeakMap<IndexReader, RecentlyUsed<Query>>();

/** Has topics read again: they were read by names that are known better now. */
export const forgetPlans = (): void => {
  plansByReader = new WeakMap();
};

/**
 * As `planQuery`, once for all that is asked of a topic until the index changes: its digest, its charts, what it has
 * learned. Not to be changed.
 */
export function plannedQuery(topic: Topic, reader: IndexReader): Query {
  const plans = plansByReader.get(reader) ?? new RecentlyUsed<Query>(documentsAtMost, costOf);
  plansByReader.set(reader, plans);
  return plans.get(JSON.stringify([topic.text, topic.expansion]), () => planQuery(topic, reader));
}

const costOf = ({ scored }: Query): number =>
  scored.reduce((sum, { matches }) => sum + (matches?.docIds.length ?? 0), costOfPlan);
