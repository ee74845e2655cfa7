import { RecentlyUsed } from '../core/recentlyUsed.ts';
import type { Topic } from '../core/types.ts';
import type { IndexReader } from '../index/reader.ts';
import { planQuery } from '../query/plan.ts';
import type { Query } from '../query/query.ts';

/** Limit on the documents in the lists of all cached plans, eight bytes each. Several plans may share a list. */
const documentsAtMost = 2_000_000;
/** Cost of a plan without lists, in documents: some four kilobytes. */
const costOfPlan = 500;

let plansByReader = new WeakMap<IndexReader, RecentlyUsed<Query>>();

/** Drops all plans after the names have changed, so that topics are read with the new ones. */
export const forgetPlans = (): void => {
  plansByReader = new WeakMap();
};

/**
 * As `planQuery`, but plans a topic once until the index changes: for its digest, its charts, its lessons. Do not modify
 * the result.
 */
export function plannedQuery(topic: Topic, reader: IndexReader): Query {
  const plans = plansByReader.get(reader) ?? new RecentlyUsed<Query>(documentsAtMost, costOf);
  plansByReader.set(reader, plans);
  return plans.get(JSON.stringify([topic.text, topic.expansion]), () => planQuery(topic, reader));
}

const costOf = ({ scored }: Query): number =>
  scored.reduce((sum, { matches }) => sum + (matches?.docIds.length ?? 0), costOfPlan);
