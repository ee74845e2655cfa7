// biome-ignore-all lint/style/noExcessiveLinesPerFile: it is one list: every table, with its constraints.
import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  date,
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { MailBlock } from '#shared/accounts/me.ts';
import type { Tier } from '#shared/billing/plan.ts';
import type { Coverage, NearMiss, SummarySentence } from '#shared/digests/digest.ts';
import type { Bibliography, IndexedNames } from '#shared/papers/bibliography.ts';
import type { MailedMoment, StandingNotice, WorkEventKind } from '#shared/papers/moments.ts';
import type { Belongs, Judgment, PaperInput, PaperState } from '#shared/papers/paper.ts';
import type { IdentifierKind, SourceName } from '#shared/papers/sources.ts';
import type { Verdict } from '#shared/topics/feedback.ts';
import type { PhraseRule } from '#shared/topics/learning.ts';
import type { Schedule } from '#shared/topics/schedule.ts';
import type { Expansion, Filters, TermStatus } from '#shared/topics/searchTerm.ts';
import type { Weekday } from '#shared/values/fields.ts';
import { atOnce, bytes, moment, searchDocument } from './columns.ts';

/** Columns of a row that goes with its reader, topic, digest, paper, or with another row. */
export const ofReader = () => ofRow('user_id', () => users.id);
export const ofTopic = () => ofRow('search_term_id', () => searchTerms.id);
const ofDigest = () => ofRow('digest_id', () => emailDigests.id);
export const ofPaper = () =>
  bigint('paper_id', { mode: 'number' })
    .notNull()
    .references((): AnyPgColumn => papers.id, { onDelete: 'cascade' });

export const ofRow = (name: string, row: () => AnyPgColumn) =>
  uuid(name).notNull().references(row, { onDelete: 'cascade' });

// ── Accounts ────────────────────────────────────────────────────────────────

export const users = pgTable('users', {
  id: uuid('id').primaryKey().defaultRandom(),
  /** Normalized by `email` in shared/account.ts; uniqueness is this index, never a query. */
  email: text('email').notNull().unique(),
  researchField: text('research_field'),
  passwordHash: text('password_hash').notNull(),
  isActive: boolean('is_active').notNull().default(true),
  isUnlimited: boolean('is_unlimited').notNull().default(false),
  isEmailVerified: boolean('is_email_verified').notNull().default(false),
  /** False if it was opened without a mail. Then the address alone gives no role, and no link to an organization's account. */
  isAddressProven: boolean('is_address_proven').notNull().default(true),
  /** In addition to `ADMIN_EMAILS`. */
  isAdmin: boolean('is_admin').notNull().default(false),
  /** False for an account that has always signed in with an organization's account: its hash is of a random text. */
  hasPassword: boolean('has_password').notNull().default(true),
  /** Hash of the latest sign-up's token; the attempts are in `signup_attempts`. */
  emailVerificationToken: text('email_verification_token'),
  passwordResetToken: text('password_reset_token').unique(),
  passwordResetTokenExpiry: moment('password_reset_token_expiry'),
  stripeCustomerId: text('stripe_customer_id').unique(),
  stripeSubscriptionId: text('stripe_subscription_id'),
  subscriptionTier: text('subscription_tier').$type<Tier>().notNull().default('free'),
  /** Counts readings of the provider's state, so that an older one never overwrites a newer one. */
  billingEpoch: integer('billing_epoch').notNull().default(0),
  /** Number of the reading that the plan comes from. An older reading that ends later changes nothing. */
  billingApplied: integer('billing_applied').notNull().default(0),
  /** Part of each idempotency key: goes up when the provider answers a call with an error, which it keeps for a day. */
  billingAttempt: integer('billing_attempt').notNull().default(0),
  /** Truncated to its network and removed after 30 days. */
  ipAddress: text('ip_address'),
  /** Display only: what was sent per term is in `email_digests` and `delivered_papers`. */
  lastDigestSentAt: moment('last_digest_sent_at'),
  /** Why no mail is sent to this address: `bounce` or `complaint`; null if mail is sent. */
  mailBlocked: text('mail_blocked').$type<MailBlock>(),
  /** When that last changed. Older reports about the address do not change it again. */
  mailBlockedAt: moment('mail_blocked_at'),
  /** When a server last said, without surety, that there is no such address. */
  mailDoubtedAt: moment('mail_doubted_at'),
  /** Base of an OpenURL resolver or prefix of a proxy, for addresses of papers that this reader sees. */
  libraryLink: text('library_link'),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/**
 * Each sign-up is a separate attempt with its own password. The link in a mail activates the password of that attempt and
 * voids the others, so nobody can prepare an account for somebody else's address.
 */
export const signupAttempts = pgTable(
  'signup_attempts',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    tokenHash: text('token_hash').notNull().unique(),
    passwordHash: text('password_hash').notNull(),
    researchField: text('research_field'),
    pendingSearch: text('pending_search'),
    timeZone: text('time_zone'),
    network: text('network'),
    /** What admitted it, which is used up when the account is opened. */
    invitationId: uuid('invitation_id'),
    expiresAt: moment('expires_at').notNull(),
    verifiedAt: moment('verified_at'),
    voidedAt: moment('voided_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [index('signup_attempts_user').on(t.userId)],
);

/** Acts of administrators, kept for a year. No secrets, and accounts by id, so that a deleted one leaves no address. */
export const auditLog = pgTable(
  'audit_log',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    actorId: uuid('actor_id').references(() => users.id, { onDelete: 'set null' }),
    action: text('action').notNull(),
    subjectId: uuid('subject_id').references(() => users.id, { onDelete: 'set null' }),
    detail: text('detail').notNull(),
    network: text('network'),
  },
  (t) => [index('audit_log_at').on(t.at)],
);

/** Settings of the whole installation, such as the banner for readers. */
export const installation = pgTable('installation', {
  name: text('name').$type<'setup-code' | 'banner' | 'secret'>().primaryKey(),
  value: text('value').notNull(),
  updatedAt: moment('updated_at').notNull(),
});

export const sessions = pgTable(
  'sessions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    tokenHash: text('token_hash').notNull().unique(),
    userAgent: text('user_agent'),
    network: text('network'),
    /** How it began: by `password`, or by the way that a feature names. */
    via: text('via').notNull().default('password'),
    /** Last proof of identity beyond the cookie; null for the beginning of the session. */
    provenAt: moment('proven_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    lastSeenAt: moment('last_seen_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
  },
  (t) => [index('sessions_user').on(t.userId)],
);

/** Security events of an account, shown to its reader for a year. No secrets. */
export const securityActivity = pgTable(
  'security_activity',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: ofReader(),
    at: moment('at').notNull(),
    event: text('event').notNull(),
    detail: text('detail').notNull(),
    device: text('device'),
    network: text('network'),
  },
  (t) => [index('security_activity_user').on(t.userId, t.at), index('security_activity_at').on(t.at)],
);

/** Allows one search without a session, within ten minutes of verification; the cookie holds the token. */
export const searchGrants = pgTable('search_grants', {
  tokenHash: text('token_hash').primaryKey(),
  userId: ofReader(),
  expiresAt: moment('expires_at').notNull(),
  usedAt: moment('used_at'),
});

/** Rows of rate-limiter-flexible's Drizzle store: shared by all web processes. */
export const rateLimits = pgTable('rate_limits', {
  key: text('key').primaryKey(),
  points: integer('points').notNull().default(0),
  expire: timestamp('expire', { withTimezone: true, mode: 'date' }),
});

export const userPreferences = pgTable('user_preferences', {
  id: uuid('id').primaryKey().defaultRandom(),
  userId: ofReader().unique(),
  includePubmed: boolean('include_pubmed').notNull().default(true),
  includeArxiv: boolean('include_arxiv').notNull().default(true),
  includeBiorxiv: boolean('include_biorxiv').notNull().default(true),
  weeklyDigest: boolean('weekly_digest').notNull().default(true),
  dailyHighlights: boolean('daily_highlights').notNull().default(false),
  deliveryDay: text('delivery_day').$type<Weekday>().notNull().default('sunday'),
  timeZone: text('time_zone').notNull().default('UTC'),
});

// ── Search terms ────────────────────────────────────────────────────────────

export const searchTerms = pgTable(
  'search_terms',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    term: text('term').notNull(),
    /** What a feature follows by its name: `journal`, `author`, `citations`. Null for a topic of words. */
    kind: text('kind'),
    /** The term, trimmed, in NFKC and case-folded. Unique for each reader. */
    termKey: text('term_key').notNull(),
    isActive: boolean('is_active').notNull().default(true),
    isFree: boolean('is_free').notNull().default(false),
    /** Inactive because the plan became smaller; active again when it grows. */
    pausedByPlan: boolean('paused_by_plan').notNull().default(false),
    /** If the reader paused it: the day on which it resumes, in their time zone. */
    resumeOn: date('resume_on', { mode: 'string' }),
    status: text('status').$type<TermStatus>().notNull().default('pending'),
    /** Why the last run failed or was partial, in a sentence for the reader. */
    statusDetail: text('status_detail'),
    expansion: jsonb('expansion').$type<Expansion[]>().notNull().default([]),
    /** When the expansion was found or last changed by the reader. If before `requestedAt`, it belongs to older wording. */
    expandedAt: moment('expanded_at'),
    /** The reader's rules for phrases, which hold whatever the feedback says. */
    phraseRules: jsonb('phrase_rules').$type<PhraseRule[]>().notNull().default([]),
    /** The filters (Pro, Team); kept but inactive while the plan does not include them. */
    filters: jsonb('filters').$type<Filters>(),
    /** The schedule (Team); kept but inactive while the plan does not include it. */
    schedule: jsonb('schedule').$type<Schedule>(),
    /** Sources beyond those of the preferences, if the operator offers them. */
    moreSources: text('more_sources').array().$type<SourceName[]>().notNull().default([]),
    lastProcessedAt: moment('last_processed_at'),
    nextScheduledRun: moment('next_scheduled_run'),
    /** Since when a due digest has waited for a source that is behind; tried again at `nextScheduledRun`. */
    waitingSince: moment('waiting_since'),
    /** When it was added or reworded. There is one first digest for each of these times. */
    requestedAt: moment('requested_at').notNull().defaultNow(),
    /** While `processing`: the heartbeat of its run. The sweep reclaims rows whose heartbeat stopped. */
    claimedAt: moment('claimed_at'),
    /** The token of the run that may finish it. A run whose lease expired finds another token here and stops. */
    claimedBy: uuid('claimed_by'),
    /** When the sweep last enqueued it; it does not enqueue it again immediately. */
    askedAt: moment('asked_at'),
    /** When the next daily highlights are due; null until they are planned. */
    nextHighlights: moment('next_highlights'),
    /** Failed runs in a row, which decide when to retry. */
    failures: smallint('failures').notNull().default(0),
    /** Kept for a short time after deletion, so that it can be restored. */
    deletedAt: moment('deleted_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('search_terms_once').on(t.userId, t.termKey).where(sql`${t.deletedAt} is null`),
    index('search_terms_user').on(t.userId),
    index('search_terms_due').on(t.nextScheduledRun).where(sql`${t.isActive} and ${t.deletedAt} is null`),
    index('search_terms_resume').on(t.resumeOn).where(sql`${t.resumeOn} is not null`),
    index('search_terms_status')
      .on(t.status, t.claimedAt)
      .where(sql`${t.status} in ('pending', 'processing')`),
  ],
);

// ── Digests ─────────────────────────────────────────────────────────────────

/** A close match that did not fit into a digest, and its relevance. */
export interface FurtherMatch {
  id: number;
  /** 0 to 1. */
  score: number;
  /** A model's judgment. One that is below the topic hid the paper. */
  judged?: Judgment;
  /** Why it belongs to a followed thing. */
  belongs?: Belongs;
}

/** A paper of a digest. In a mail about corrections also what happened to it, and for which topic it was mailed when. */
export type DigestPaper = PaperInput & {
  told?: { state: MailedMoment; term: string | null; mailedOn: string | null };
};

export const emailDigests = pgTable(
  'email_digests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: ofReader(),
    searchTermId: uuid('search_term_id').references(() => searchTerms.id, { onDelete: 'set null' }),
    /** `immediate`, `weekly`, `daily`, `note` (nothing new), `correction` (papers that were retracted). */
    digestType: text('digest_type').notNull(),
    papersData: jsonb('papers_data').$type<DigestPaper[]>().notNull(),
    searchTerm: text('search_term'),
    subject: text('subject').notNull(),
    /** Empty: a mail is made from the other columns each time it is sent. The specification names the field. */
    content: text('content').notNull().default(''),
    /** `pending` → `sending` (claimed) → `sent` | `refused`; `kept` when the reader wants no mail. */
    status: text('status').notNull().default('pending'),
    aiSummary: text('ai_summary'),
    summary: jsonb('summary').$type<SummarySentence[]>().notNull().default([]),
    writtenBy: text('written_by'),
    /** What a model did besides writing, in sentences; null if there is none. */
    byModel: text('by_model'),
    coverage: jsonb('coverage').$type<Coverage[]>().notNull().default([]),
    windowDays: integer('window_days'),
    /** The filters that were active, in the words of the mail; null for none. */
    filtered: text('filtered'),
    /** Of a notice without papers: how many were above the floor, but did not pass the filters. */
    passedOver: integer('passed_over'),
    /** How many papers of its window were above the floor; null if they were not counted. */
    closeMatches: integer('close_matches'),
    /** Further close matches, best first; null once they are too old to be listed. */
    furtherMatches: jsonb('further_matches').$type<FurtherMatch[]>(),
    /** The closest paper, for a digest without papers. */
    nearestMiss: jsonb('nearest_miss').$type<NearMiss>(),
    /** Start of the digest's period; one digest per term and period. */
    periodStart: moment('period_start').notNull(),
    periodEnd: moment('period_end').notNull(),
    claimedAt: moment('claimed_at'),
    claimedBy: uuid('claimed_by'),
    attempts: smallint('attempts').notNull().default(0),
    /** Not tried before this time, and not enqueued by the sweep. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
    sentAt: moment('sent_at'),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** What a search among digests reads, folded once: topic, subject, summary, and the papers' titles, journals, authors, DOIs. */
    searched: text('searched').generatedAlwaysAs(
      sql.raw(
        `lower(regexp_replace(normalize(coalesce(search_term, '') || ' ' || subject || ' ' || coalesce(ai_summary, '') || ' ' ||
          jsonb_path_query_array(papers_data, '$[*].title')::text || jsonb_path_query_array(papers_data, '$[*].journal')::text ||
          jsonb_path_query_array(papers_data, '$[*].doi')::text || jsonb_path_query_array(papers_data, '$[*].authors')::text,
          NFKD), '[\u0300-\u036f]', '', 'g'))`,
      ),
    ),
  },
  (t) => [
    uniqueIndex('email_digests_once').on(t.searchTermId, t.digestType, t.periodStart),
    index('email_digests_user').on(t.userId, t.createdAt),
    // Rows are written in order of time, so a few pages of a BRIN index find a week's digests among those of years.
    index('email_digests_created').using('brin', t.createdAt),
    index('email_digests_open').on(t.status, t.claimedAt).where(sql`${t.status} in ('pending', 'sending')`),
  ],
);

/** The ledger: no paper is sent twice for one term. */
export const deliveredPapers = pgTable(
  'delivered_papers',
  {
    searchTermId: ofTopic(),
    paperId: ofPaper(),
    digestId: ofDigest(),
    deliveredAt: moment('delivered_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.searchTermId, t.paperId] }),
    index('delivered_papers_paper').on(t.paperId),
    index('delivered_papers_digest').on(t.digestId),
  ],
);

/** Readers' judgments of papers in their digests, per search term, from which the term's ranking learns. */
export const paperFeedback = pgTable(
  'paper_feedback',
  {
    searchTermId: ofTopic(),
    paperId: ofPaper(),
    verdict: text('verdict').$type<Verdict>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.searchTermId, t.paperId] }), index('paper_feedback_paper').on(t.paperId)],
);

/** Papers that were corrected or retracted after they were mailed, and the mail that told this reader: each event once. */
export const toldCorrections = pgTable(
  'told_corrections',
  {
    userId: ofReader(),
    paperId: ofPaper(),
    digestId: ofDigest(),
    kind: text('kind').$type<MailedMoment>().notNull().default('retracted'),
    /** Which correction or concern, because a paper may have several; 0 for other events, which are told once. */
    eventId: bigint('event_id', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.paperId, t.kind, t.eventId] }),
    index('told_corrections_paper').on(t.paperId),
  ],
);

// ── Shelf ───────────────────────────────────────────────────────────────────

/** A reader's answer to a paper, with notes and tags. Without a row there is none yet. */
export const readerPapers = pgTable(
  'reader_papers',
  {
    userId: ofReader(),
    paperId: ofPaper(),
    state: text('state').$type<PaperState>().notNull(),
    /** The topic and digest in which it came; null for an imported paper. */
    searchTermId: uuid('search_term_id').references(() => searchTerms.id, { onDelete: 'set null' }),
    digestId: uuid('digest_id').references(() => emailDigests.id, { onDelete: 'set null' }),
    /** The paper as the reader saw it, which stays when the digest is deleted. */
    shown: jsonb('shown').$type<PaperInput>().notNull(),
    /** Markdown source. */
    note: text('note').notNull().default(''),
    tags: text('tags').array().notNull().default([]),
    /** Of title, abstract, authors, note, and tags. */
    document: searchDocument('document').notNull(),
    /** When the state was last changed. */
    changedAt: moment('changed_at').notNull(),
    /** When the reader first answered or imported it. Later events of the paper are told. */
    addedAt: moment('added_at').notNull().defaultNow(),
    /** Imported by the reader, not from a digest. */
    imported: boolean('imported').notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.userId, t.paperId] }),
    index('reader_papers_state').on(t.userId, t.state, t.changedAt),
    index('reader_papers_document').using('gin', t.document).with(atOnce),
    index('reader_papers_paper').on(t.paperId),
    index('reader_papers_term').on(t.searchTermId),
    index('reader_papers_digest').on(t.digestId),
  ],
);

/** A reader's last visit to the desk, and the end of the visit before it, since which papers count as new. */
export const deskVisits = pgTable('desk_visits', {
  userId: ofReader().primaryKey(),
  since: moment('since'),
  seenAt: moment('seen_at').notNull(),
});

// ── Library ─────────────────────────────────────────────────────────────────

/** One row per work, however many records and versions the sources have. */
export const papers = pgTable(
  'papers',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    /** The display record: a journal article before a preprint, and the newest version. */
    source: text('source').$type<SourceName>().notNull(),
    sourceId: text('source_id').notNull(),
    version: integer('version'),
    doi: text('doi'),
    title: text('title').notNull(),
    abstract: text('abstract'),
    /** Another record of the article that the abstract is of, as source and identifier; null if it is the display record's. */
    abstractOf: text('abstract_of'),
    authors: text('authors').array().notNull().default([]),
    journal: text('journal'),
    /** Names in parts, volume, pages and the like, for citations. Null until a record has them. */
    bibliography: jsonb('bibliography').$type<Bibliography>(),
    url: text('url').notNull(),
    categories: text('categories').array().notNull().default([]),
    publicationTypes: text('publication_types').array().notNull().default([]),
    publicationDate: text('publication_date'),
    /** The day on which its first record became available at its source. */
    availableOn: date('available_on', { mode: 'string' }).notNull(),
    state: text('state').$type<'current' | 'retracted' | 'withdrawn'>().notNull().default('current'),
    /** The most severe notice about a work that is not withdrawn or retracted. */
    notice: text('notice').$type<StandingNotice>(),
    /** When the corpus first had it, which decides whether it is new in a weekly digest. */
    firstSeenAt: moment('first_seen_at').notNull(),
    /** Last change of anything that readers or the ranking see. The index reads changes by it. */
    changedAt: moment('changed_at').notNull(),
    /** Citations and the like; null until an impact service has reported them. */
    impact: doublePrecision('impact'),
    /** When the impact service was last asked about it, whatever the answer. */
    impactAskedAt: moment('impact_asked_at'),
    /** A free PDF by the impact service, and its license. */
    pdfUrl: text('pdf_url'),
    license: text('license'),
    /** When the registry of DOIs was last asked about it. */
    updatesAskedAt: moment('updates_asked_at'),
    /** Float32 vector by the model named beside it. */
    vector: bytes('vector'),
    vectorModel: text('vector_model'),
  },
  (t) => [
    index('papers_available').on(t.availableOn),
    index('papers_doi').on(t.doi),
    index('papers_changed').on(t.changedAt),
    index('papers_first_seen').on(t.firstSeenAt),
  ],
);

/** One row per source record, with its version and its work. */
export const paperRecords = pgTable(
  'paper_records',
  {
    source: text('source').$type<SourceName>().notNull(),
    sourceId: text('source_id').notNull(),
    paperId: ofPaper(),
    version: integer('version'),
    doi: text('doi'),
    url: text('url').notNull(),
    availableOn: date('available_on', { mode: 'string' }).notNull(),
    /** Hash of everything that is shown or ranked. If it is equal, nothing has changed. */
    contentHash: text('content_hash').notNull(),
    seenAt: moment('seen_at').notNull(),
    /** Names that indexers wrote beside the record; null where they wrote none, and for records read before they were kept. */
    indexed: jsonb('indexed').$type<IndexedNames>(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId] }),
    index('paper_records_paper').on(t.paperId),
    index('paper_records_available').on(t.source, t.availableOn),
    index('paper_records_indexed')
      .on(t.availableOn, t.source, t.sourceId)
      .where(sql`${t.indexed} is not null`),
  ],
);

/** Every identifier of a work, so that one look-up finds it. */
export const paperIdentifiers = pgTable(
  'paper_identifiers',
  {
    /** `joined`: the former id of a work that was merged into this one. */
    kind: text('kind').$type<IdentifierKind | 'joined'>().notNull(),
    value: text('value').notNull(),
    paperId: ofPaper(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.value] }), index('paper_identifiers_paper').on(t.paperId)],
);

/**
 * A title and its authors, for records that share no identifier with the work. One row for each title and author list of
 * its records. `keys` find candidates, `signature` decides.
 */
export const paperSignatures = pgTable(
  'paper_signatures',
  {
    paperId: ofPaper(),
    hash: text('hash').notNull(),
    keys: text('keys').array().notNull(),
    signature: jsonb('signature').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.paperId, t.hash] }),
    index('paper_signatures_keys').using('gin', t.keys).with(atOnce),
  ],
);

/** The reading of a paper in compact form; see `digests/summary/readings.ts`. */
export interface StoredReading {
  /**
   * For each: position and length in the abstract, probability of stating the finding, probability of informing; then, for
   * each abbreviation that is spelled out, its position in the sentence, and position and length of its long form.
   */
  sentences: number[][];
  /** A quote is 0 for the title, position and length in the abstract, or words that are in neither. */
  facts: object;
  addressesModel?: boolean;
}

/** Readings of papers, made before the digests that may contain them. Missing ones are read again. */
export const paperReadings = pgTable('paper_readings', {
  paperId: ofPaper().primaryKey(),
  /** The version of the rules by which it was read. */
  rules: text('rules').notNull(),
  /** Hash of everything that the reading depends on. It is valid only for a paper with the same hash. */
  key: text('key').notNull(),
  /** The paper's last change before it was read. */
  changedAt: moment('changed_at').notNull(),
  reading: jsonb('reading').$type<StoredReading>().notNull(),
});

/** Events of a work after it was first seen; see `shared/papers/moments.ts`. */
export const paperEvents = pgTable(
  'paper_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    paperId: ofPaper(),
    kind: text('kind').$type<WorkEventKind>().notNull(),
    detail: jsonb('detail').$type<Record<string, unknown>>().notNull().default({}),
    at: moment('at').notNull(),
  },
  (t) => [
    index('paper_events_paper').on(t.paperId),
    index('paper_events_at').on(t.at),
    // They are few among many revisions, and searched for several times a minute.
    index('paper_events_mailed')
      .on(t.at)
      .where(sql`${t.kind} in ('corrected', 'concern', 'retracted', 'withdrawn', 'reinstated')`),
  ],
);

/**
 * Corrections, expressions of concern and retractions, as a source reports them apart from the work's record. A notice that
 * arrives before its work has no `paperId` yet, and `keys`: identifiers and keys of its title.
 */
export const paperNotices = pgTable(
  'paper_notices',
  {
    source: text('source').notNull(),
    /** The notice's own identifier at its source. */
    sourceId: text('source_id').notNull(),
    kind: text('kind').$type<'corrected' | 'concern' | 'retracted' | 'withdrawn'>().notNull(),
    paperId: bigint('paper_id', { mode: 'number' }).references(() => papers.id, { onDelete: 'cascade' }),
    /** Those identifiers of its work that it gives. */
    about: jsonb('about').$type<{ kind: IdentifierKind; value: string }[]>().notNull(),
    /** Title and authors of its work for comparison; null if the work must be found by identifier. */
    signature: jsonb('signature'),
    keys: text('keys').array().notNull(),
    doi: text('doi'),
    url: text('url').notNull(),
    seenAt: moment('seen_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.source, t.sourceId] }),
    index('paper_notices_paper').on(t.paperId),
    index('paper_notices_waiting').using('gin', t.keys).with(atOnce).where(sql`${t.paperId} is null`),
  ],
);

/** One row per harvest of a source over a window. The coverage report is made from these rows. */
export const harvests = pgTable(
  'harvests',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    source: text('source').$type<SourceName>().notNull(),
    from: date('window_from', { mode: 'string' }).notNull(),
    to: date('window_to', { mode: 'string' }).notNull(),
    /** `running` → `complete` | `partial` | `failed`. */
    status: text('status').$type<'running' | 'complete' | 'partial' | 'failed'>().notNull(),
    /** The cursor after the last stored page, where another process continues a killed harvest. */
    cursor: text('cursor'),
    pages: integer('pages').notNull().default(0),
    received: integer('received').notNull().default(0),
    malformed: integer('malformed').notNull().default(0),
    total: integer('total'),
    failureKind: text('failure_kind'),
    sentence: text('sentence'),
    startedAt: moment('started_at').notNull(),
    /** The heartbeat, updated with every page. */
    aliveAt: moment('alive_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [index('harvests_source').on(t.source, t.startedAt)],
);

// ── Models ──────────────────────────────────────────────────────────────────

/** Answers of a configured model, by a hash of the whole question, so that a repeated question costs nothing. */
export const aiAnswers = pgTable(
  'ai_answers',
  {
    key: text('key').primaryKey(),
    answer: jsonb('answer').$type<unknown>().notNull(),
    createdAt: moment('created_at').notNull(),
  },
  (t) => [index('ai_answers_created').on(t.createdAt)],
);

/** Use of models on a UTC day: a row per reader, and one without reader for the total. */
export const aiUsage = pgTable(
  'ai_usage',
  {
    day: date('day', { mode: 'string' }).notNull(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'cascade' }),
    calls: integer('calls').notNull().default(0),
    /** Prompt and answer together. A running call counts with its upper bound. */
    tokens: bigint('tokens', { mode: 'number' }).notNull().default(0),
    /** Millionths of a US dollar; 0 if no prices are set. */
    cost: bigint('cost', { mode: 'number' }).notNull().default(0),
  },
  (t) => [
    unique('ai_usage_once').on(t.day, t.userId).nullsNotDistinct(),
    index('ai_usage_user').on(t.userId),
  ],
);

// ── Mail ────────────────────────────────────────────────────────────────────

/** Mails that a mail server has accepted, noted before anything else is written about them; kept for some days. */
export const acceptedMails = pgTable('accepted_mails', {
  id: text('id').primaryKey(),
  acceptedAt: moment('accepted_at').notNull().defaultNow(),
});

// ── Billing ─────────────────────────────────────────────────────────────────

export const subscriptionTracking = pgTable(
  'subscription_tracking',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    userId: uuid('user_id').references(() => users.id, { onDelete: 'set null' }),
    subscriptionId: text('subscription_id').notNull(),
    invoiceId: text('invoice_id'),
    status: text('status').notNull().default('pending'),
    provisioned: boolean('provisioned').notNull().default(false),
    lastError: text('last_error'),
    tier: text('tier').$type<Tier>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    uniqueIndex('subscription_tracking_invoice').on(t.subscriptionId, t.invoiceId),
    index('subscription_tracking_user').on(t.userId),
  ],
);

/**
 * Subscriptions whose end is not complete at the payment provider: refunds and open invoices may be left. Kept apart from
 * the account, which may be deleted meanwhile; a row goes with its last step.
 */
export const subscriptionEndings = pgTable('subscription_endings', {
  subscriptionId: text('subscription_id').primaryKey(),
  /** Counts the tries; part of their idempotency keys. */
  attempt: integer('attempt').notNull().default(1),
  /** Who works on a row moves this ahead, and nobody else touches it until then. */
  dueAt: moment('due_at').notNull(),
  createdAt: moment('created_at').notNull().defaultNow(),
});

/** Events of the payment provider that were accepted. A repeated one changes nothing. */
export const stripeEvents = pgTable('stripe_events', {
  id: text('id').primaryKey(),
  type: text('type').notNull(),
  customerId: text('customer_id'),
  receivedAt: moment('received_at').notNull().defaultNow(),
});

/**
 * Times that processes share: the end of the last tick, the last successful write of a health check, when the last
 * work without a signature got one, and until when mail waits, with the mail server's reply.
 */
export const systemState = pgTable('system_state', {
  name: text('name').$type<'tick' | 'probe' | 'updates' | 'mail'>().primaryKey(),
  at: moment('at').notNull(),
  detail: text('detail'),
});
