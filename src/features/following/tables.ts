import { index, jsonb, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofPaper, ofTopic } from '#platform/db/schema.ts';

/** The person that a topic follows, or the paper whose citations it follows; without both, all that the reader keeps. */
export const followedThings = pgTable('followed_things', {
  searchTermId: ofTopic().primaryKey(),
  family: text('family'),
  given: text('given'),
  orcid: text('orcid'),
  /** The reader's answers to whether a paper is by the person, by its id when it was asked. */
  answers: jsonb('answers').$type<Record<string, boolean>>().notNull().default({}),
  doi: text('doi'),
});

/** When Europe PMC was last asked what cites a paper. */
export const citationsAsked = pgTable('citations_asked', {
  doi: text('doi').primaryKey(),
  at: moment('at').notNull(),
});

/** Papers whose reference lists name one that is followed. */
export const citingPapers = pgTable(
  'citing_papers',
  {
    paperId: ofPaper(),
    cited: text('cited').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paperId, t.cited] }), index('citing_papers_cited').on(t.cited, t.seenAt)],
);
