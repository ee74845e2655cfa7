import { and, eq, inArray, isNull, lte, or } from 'drizzle-orm';
import { harvest } from '#corpus/harvest/harvest.ts';
import { waitAtMostMs } from '#digests/run/finish.ts';
import { emailDigests, papers, searchTerms, userPreferences } from '#platform/db/schema.ts';
import { enqueue } from '#platform/queue/queues.ts';
import { offeredSources } from '#shared/papers/sources.ts';
import { pluck } from '#shared/values/pick.ts';
import type { CorpusRecord, SourceName } from '#stand-ins/sources/records/corpus.ts';
import { eventually, newReader, type Reader, startWorld, type World, type WorldOptions } from './world.ts';

export { opened } from './opened.ts';
export type Weeks = Awaited<ReturnType<typeof startWeeks>>;
export type Follower = Reader & { termId: string };

const hour = 3_600_000;
export const day = 24 * hour;
/** A text without its line breaks. */
export const words = (text: string): string => text.replace(/\s+/g, ' ');
/** A Tuesday at six, so that deliveries (Mondays at seven, UTC) are six days ahead. */
const beginning = Date.parse('2026-03-03T06:00:00Z');

/**
 * Starts the whole product with a clock that only the test moves. Harvests, searches and mails happen as in production, by
 * the scheduler's tick and the queue.
 */
export async function startWeeks({
  alsoRead,
  ...options
}: WorldOptions & {
  /** What is read with every harvest. */ alsoRead?: (app: World['app']) => Promise<void>;
} = {}) {
  let moment = beginning;
  const world = await startWorld({ ...options, now: () => new Date(moment) });
  const { app } = world;

  /** Harvests every source again, so that the corpus has everything they list now. */
  async function read(): Promise<void> {
    await Promise.all(
      offeredSources(app.config.sources.more).map((source) =>
        eventually(async () => {
          const { outcome } = await harvest(app, source);
          return outcome !== 'busy' && outcome !== 'stopped';
        }, `a harvest of ${source}`),
      ),
    );
    await alsoRead?.(app);
  }

  /** Waits until everything due is done: searched, composed and accepted by the mail server. */
  async function work(): Promise<void> {
    let looks = 0;
    await eventually(async () => {
      // The work of one tick may make more work due: first the week's digest, then the day's highlights.
      if (looks++ % 5 === 0) await enqueue(app, 'tick', {});
      return (await unfinished(world)) === 0;
    }, 'all due work to finish');
  }

  return {
    ...world,
    /** Moves the clock without doing anything else. */
    pass: (milliseconds: number) => {
      moment += milliseconds;
    },
    read,
    work,
    /** Goes to the next Monday at five past seven; the sources are harvested an hour before. */
    async week(): Promise<void> {
      const monday = Date.parse('2026-03-09T07:05:00Z');
      const next = monday + Math.ceil((moment + 1 - monday) / (7 * day)) * 7 * day;
      moment = next - hour;
      await read();
      moment = next;
      await work();
    },
    /** Moves past the longest time that a digest waits for a source that is behind. */
    async waitedOut(): Promise<void> {
      moment += waitAtMostMs;
      await work();
    },
    /** Goes to five past seven of the next day; the sources are harvested an hour before. */
    async morning(): Promise<void> {
      moment = Math.floor(moment / day) * day + day + 6 * hour + hour / 12;
      await read();
      moment += hour;
      await work();
    },
    /** Creates a reader who, two hours after a harvest, follows a topic and gets its first digest. */
    async follower(email: string, topic: string): Promise<Follower> {
      await read();
      moment += 2 * hour;
      const reader = await newReader(world, email);
      // The default day, Sunday, is before the Monday of `week`: a tick could compose the weekly digest too early.
      await reader.patch(`/api/users/${reader.id}/preferences`, { deliveryDay: 'monday' });
      const { body } = await reader.post('/api/immediate-search', { searchTerm: topic });
      const termId: string = body.searchTerm.id;
      await eventually(async () => (await digestsOf(world, termId)).length === 1, 'the first digest', 40);
      await work();
      return Object.assign(reader, { termId });
    },
    /** The digests composed for a topic, oldest first. */
    digestsOf: (termId: string) => digestsOf(world, termId),
    lastDigest: async (termId: string) => (await digestsOf(world, termId)).at(-1)!,
    /** The titles of each digest's papers. */
    titlesOf: async (termId: string) =>
      (await digestsOf(world, termId)).map(({ papersData }) => pluck(papersData, 'title')),
    /** The work of the corpus with this title. */
    workOf: async (title: string) => (await app.db.select().from(papers).where(eq(papers.title, title)))[0],
    /** The mails to an address that announce something about papers received before. */
    noticesTo: (email: string) =>
      world.smtp.mails.filter(({ to, text }) => to.includes(email) && text.includes('Open your digests')),
    /** The digest mails that an address received. */
    mailsTo: (email: string) =>
      world.smtp.mails.filter((mail) => mail.to.includes(email) && 'list-unsubscribe' in mail.headers),
  };
}

const digestsOf = ({ app }: Pick<World, 'app'>, termId: string) =>
  app.db
    .select()
    .from(emailDigests)
    .where(eq(emailDigests.searchTermId, termId))
    .orderBy(emailDigests.createdAt);

async function unfinished({ app }: Pick<World, 'app'>): Promise<number> {
  const due = and(
    eq(searchTerms.isActive, true),
    isNull(searchTerms.deletedAt),
    or(
      inArray(searchTerms.status, ['pending', 'processing']),
      lte(searchTerms.nextScheduledRun, app.now()),
      lte(searchTerms.nextHighlights, app.now()),
      // For highlights that were just turned on, the next tick sets when they start.
      and(
        isNull(searchTerms.nextHighlights),
        inArray(
          searchTerms.userId,
          app.db
            .select({ id: userPreferences.userId })
            .from(userPreferences)
            .where(eq(userPreferences.dailyHighlights, true)),
        ),
      ),
    ),
  );
  const unsent = inArray(emailDigests.status, ['pending', 'sending']);
  return (await app.db.$count(searchTerms, due)) + (await app.db.$count(emailDigests, unsent));
}

/** An invented paper clearly about heart failure, different for each number. */
export function heartPaper(
  source: SourceName,
  number: number,
  given: Partial<CorpusRecord> = {},
): Omit<CorpusRecord, 'published_doi' | 'published_in' | 'comment' | 'own_title'> {
  const doi = `10.5555/weeks.${source}.${number}`;
  // As at Research Square, where each version has its own DOI.
  const serverDoi = `10.21203/rs.3.rs-${9_000_000 + number}/v1`;
  const finding = findings[number % findings.length]!;
  return {
    source,
    id:
      source === 'pubmed'
        ? String(991_000_000 + number)
        : source === 'arxiv'
          ? `9903.${10_000 + number}v1`
          : source === 'europepmc'
            ? serverDoi
            : `${doi}v1`,
    doi: source === 'arxiv' ? null : source === 'europepmc' ? serverDoi : doi,
    title: `Heart failure and ${finding}: heart failure outcomes in cohort ${number}`,
    abstract: `Heart failure is common. In cohort ${number} we followed ${300 + number} people with heart failure to learn whether ${finding} changes the course of heart failure. Readmission for heart failure fell by ${10 + (number % 20)}% where ${finding} was addressed early.`,
    authors: [`Weekson, ${'ABCDEFGHIJ'[number % 10]}.`, 'Falconer, M.', `Ostrander, ${number % 7}.`],
    journal_or_category:
      source === 'arxiv'
        ? 'q-bio.TO'
        : source === 'pubmed'
          ? 'Sample Weeks'
          : source === 'europepmc'
            ? 'Research Square'
            : 'cardiology',
    published: null,
    ...given,
  };
}

/** PubMed's record of a notice about a paper, such as `Correction: …`. */
export const noticeAbout = (
  { title, authors }: Pick<CorpusRecord, 'title' | 'authors'>,
  label: string,
  number: number,
  given: Partial<CorpusRecord> = {},
) => heartPaper('pubmed', number, { title: `${label}: ${title}`, authors, abstract: null, ...given });

const findings = [
  ...['sleep apnea', 'iron deficiency', 'renal congestion', 'telemonitoring at home', 'potassium binders'],
  ...['frailty', 'dietary sodium', 'depression after discharge', 'pulmonary pressure sensors'],
  ...['thiamine status'],
];
