import { integer, jsonb, pgTable } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofReader } from '#platform/db/schema.ts';
import type { KeptProposal } from './contract.ts';

/** The topics last proposed to a reader, from the papers on the shelf. */
export const topicProposals = pgTable('topic_proposals', {
  userId: ofReader().primaryKey(),
  createdAt: moment('created_at').notNull(),
  /** With all their papers, the most typical first. Ids of works merged since then are former ones. */
  topics: jsonb('topics').$type<KeptProposal[]>().notNull(),
  /** Papers that are in no group. */
  apart: integer('apart').notNull().default(0),
});
