import { randomUUID } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { openDatabase } from '#platform/db/open.ts';
import { papers, readerPapers, searchTerms, users } from '#platform/db/schema.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { answeredPage } from '#shelf/list/page.ts';
import { shelfSummary } from '#shelf/list/summary.ts';
import { annotate } from '#shelf/papers/annotate.ts';
import { changeMany, restoreMany } from '#shelf/papers/changeMany.ts';
import { documentOf } from '#shelf/papers/document.ts';
import { corpusOfSize } from '../data/corpusOfSize.ts';
import { type Figure, table } from '../report/figures.ts';

const kept = 10_000;
const rounds = 15;

/** How long the server takes for each action on a shelf of 10,000 papers, on the embedded database or `DATABASE_URL`. */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const size = quick ? 2000 : kept;
  const works = corpusOfSize(size);
  if (!works) {
    console.error('shelf: skipped, the real records are missing.');
    return [];
  }
  const database = await openDatabase({ url: process.env.DATABASE_URL ?? null, folder: null });
  try {
    const app = { db: database.db };
    const userId = await seedShelf(app.db, works.slice(0, size));
    const page = (query: Partial<Parameters<typeof answeredPage>[2]>) => () =>
      answeredPage(app, userId, { state: 'kept', limit: 20, ...query });
    const first = await page({})();
    const ids = first.papers.map(({ id }) => id);
    const acts: [name: string, act: () => Promise<unknown>][] = [
      ['first page', page({})],
      ['page behind a cursor', page({ cursor: first.next! })],
      ['page by newest paper', page({ order: 'newest' })],
      ['page by first author', page({ order: 'author' })],
      ['search of a common word', page({ q: 'cell' })],
      ['search of two words, the second begun', page({ q: 'heart fail' })],
      ['search of a word nobody wrote', page({ q: 'xylophonist' })],
      ['one tag of twenty', page({ tag: 'tag 7' })],
      ['one year and source', page({ year: 2026, source: 'pubmed' })],
      ['with a note', page({ only: 'noted' })],
      ['retracted or revised', page({ only: 'changed' })],
      ['counts beside the list', () => shelfSummary(app, userId, { state: 'kept' })],
      ['a note saved', () => annotate(app, { id: userId }, { paperId: ids[0]!, note: 'Compare **both**.' })],
      [
        'twenty papers tagged and untagged',
        async () => {
          const change = { ids, addTags: ['bulk'], removeTags: [] };
          const former = await changeMany(app as never, { id: userId }, change);
          await restoreMany(app as never, { id: userId }, former);
        },
      ],
    ];
    const figures: Figure[] = [];
    for (const [name, act] of acts) {
      const { value, processor } = await median(act);
      // A separate database server works in other processes.
      const ofProcessor = process.env.DATABASE_URL ? '' : `, ${processor.toFixed(0)} ms of processor time`;
      figures.push({
        ...{ name: `shelf: ${name}`, value, unit: 'ms', goal: { most: 100 } },
        on: `${size.toLocaleString('en')} papers${ofProcessor}`,
      });
    }
    return figures;
  } finally {
    await database.close();
  }
}

/** Over all rounds, in milliseconds of wall-clock time and of processor time, which other load hardly affects. */
async function median(act: () => Promise<unknown>): Promise<{ value: number; processor: number }> {
  const took: number[] = [];
  const worked: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const [from, before] = [performance.now(), process.cpuUsage()];
    await act();
    const { user, system } = process.cpuUsage(before);
    took.push(performance.now() - from);
    worked.push((user + system) / 1000);
  }
  const middle = (all: number[]) => all.sort((a, b) => a - b)[rounds >> 1]!;
  return { value: middle(took), processor: middle(worked) };
}

type Works = NonNullable<ReturnType<typeof corpusOfSize>>;

async function seedShelf(db: Awaited<ReturnType<typeof openDatabase>>['db'], works: Works): Promise<string> {
  const [user] = await db
    .insert(users)
    .values({ email: `shelf-${randomUUID()}@example.org`, passwordHash: '-', isActive: true })
    .returning({ id: users.id });
  const userId = user!.id;
  const [topic] = await db
    .insert(searchTerms)
    .values({ userId, term: 'heart failure', termKey: 'heart failure' })
    .returning({ id: searchTerms.id });
  const now = Date.now();
  for (let from = 0; from < works.length; from += 500) {
    const batch = works.slice(from, from + 500);
    const rows = await db
      .insert(papers)
      .values(
        batch.map((work, at) => ({
          source: work.source as SourceName,
          sourceId: `shelf.${from + at}`,
          title: work.title,
          abstract: work.abstract,
          authors: [...(work.authors ?? [])],
          journal: work.journal,
          url: 'https://example.org/',
          availableOn: `${2017 + ((from + at) % 10)}-03-01`,
          firstSeenAt: new Date(now),
          changedAt: new Date(now),
        })),
      )
      .returning({ id: papers.id });
    await db.insert(readerPapers).values(
      batch.map((work, at) => {
        const { title, abstract, journal, source } = work;
        const authors = [...(work.authors ?? [])];
        const shown = { title, abstract, authors, journal, source: source as SourceName, relevanceScore: 0 };
        const note = at % 10 ? '' : 'Ask about the dose; compare with the cohort.';
        const tags = at % 2 ? [`tag ${at % 20}`] : [];
        return {
          ...{ userId, paperId: rows[at]!.id, state: 'kept' as const, searchTermId: topic!.id },
          ...{ shown, note, tags, document: documentOf({ shown, note, tags }) },
          changedAt: new Date(now - (from + at) * 60_000),
        };
      }),
    );
  }
  // An import does the same at its end.
  await db.execute(sql`analyze reader_papers, papers`);
  return userId;
}
