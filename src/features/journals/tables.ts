import { boolean, date, index, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#platform/db/columns.ts';
import { ofPaper, ofTopic } from '#platform/db/schema.ts';

/** A journal that somebody looked up or follows. Read while an active topic has it. */
export const journals = pgTable('journals', {
  /** The first of its ISSNs, which names it. */
  issn: text('issn').primaryKey(),
  issns: text('issns').array().notNull(),
  title: text('title').notNull(),
  /** When its articles were last listed to the end; null before the first time. */
  readAt: moment('read_at'),
  /** Not read again before this time. */
  tryAt: moment('try_at').notNull(),
  /** Why the last reading failed, in a sentence. */
  problem: text('problem'),
});

const issn = text('issn')
  .notNull()
  .references(() => journals.issn, { onDelete: 'cascade' });

/** How many articles of a journal were registered in a week, which begins on a Sunday, by the registry's own count. */
export const journalWeeks = pgTable(
  'journal_weeks',
  { issn, week: date('week', { mode: 'string' }).notNull(), registered: integer('registered').notNull() },
  (t) => [primaryKey({ columns: [t.issn, t.week] })],
);

/** Articles that came, each once, whatever lists repeat it. */
export const journalArticles = pgTable(
  'journal_articles',
  {
    issn,
    doi: text('doi').notNull(),
    paperId: ofPaper(),
    registeredOn: date('registered_on', { mode: 'string' }).notNull(),
    /** Published long before it was registered, or listed long after. */
    isLate: boolean('is_late').notNull(),
    seenAt: moment('seen_at').notNull(),
    /** When its abstract was last asked for elsewhere, and how often all services answered. */
    abstractAskedAt: moment('abstract_asked_at'),
    abstractAsked: integer('abstract_asked').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.issn, t.doi] }),
    index('journal_articles_seen').on(t.issn, t.seenAt),
    index('journal_articles_paper').on(t.paperId),
  ],
);

/** The journals of a topic: the one that it follows, or those added to a topic of words. */
export const journalTopics = pgTable('journal_topics', { searchTermId: ofTopic(), issn }, (t) => [
  primaryKey({ columns: [t.searchTermId, t.issn] }),
  index('journal_topics_issn').on(t.issn),
]);
