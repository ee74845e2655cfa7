import { bigint, index, jsonb, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { papers, searchTerms } from '#platform/db/schema.ts';

/** The person that a topic follows, or the paper whose citations it follows; without both, all that the reader keeps. */
export const followedThings = pgTable('followed_things', {
  searchTermId: uuid('search_term_id')
    .primaryKey()
    .references(() => searchTerms.id, { onDelete: 'cascade' }),
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
    paperId: bigint('paper_id', { mode: 'number' })
      .notNull()
      .references(() => papers.id, { onDelete: 'cascade' }),
    cited: text('cited').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.paperId, t.cited] }), index('citing_papers_cited').on(t.cited, t.seenAt)],
);
