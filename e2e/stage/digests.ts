import type { z } from 'zod';
import { sampleDigest } from '#digests/render/sample.ts';
import type { App } from '#kit/feature.ts';
import { deliveredPapers, emailDigests, type FurtherMatch, papers } from '#platform/db/schema.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import type { readerSetup } from './setup.ts';

type Kind = z.output<typeof readerSetup>['digests'][number];
type Row = typeof emailDigests.$inferInsert;
type Content = Omit<Row, 'userId' | 'digestType' | 'subject' | 'periodStart' | 'periodEnd'>;

const day = 86_400_000;

/**
 * Adds one digest a week, newest first. With a topic, their papers are stored and recorded as delivered.
 * Returns the ids of these papers, each once.
 */
export async function addDigests(
  { db, now }: App,
  { userId, termId }: { userId: string; termId: string | null },
  kinds: Kind[],
): Promise<number[]> {
  const at = now().getTime();
  const rows = kinds.map((kind, index): Row => {
    const sentAt = new Date(at - index * 7 * day - day / 6);
    const content = contents(sentAt)[kind];
    return {
      ...content,
      userId,
      searchTermId: termId,
      digestType: 'weekly',
      subject: `${content.searchTerm ?? 'your topics'}: ${content.papersData.length} new papers`,
      periodStart: new Date(sentAt.getTime() - 7 * day),
      periodEnd: sentAt,
      sentAt: content.status === 'sent' ? sentAt : null,
      createdAt: sentAt,
    };
  });
  if (!rows.length) return [];
  const ids = termId ? await addPapers(db, rows) : new Map<string, number>();
  for (const row of rows)
    row.papersData = row.papersData.map((paper) => ({ ...paper, id: ids.get(paper.title)?.toString() }));
  for (const row of rows) if (row.closeMatches) row.furtherMatches = await addFurther(db, row.closeMatches);
  const made = await db.insert(emailDigests).values(rows).returning({ id: emailDigests.id });
  if (ids.size)
    await db.insert(deliveredPapers).values(
      [...ids.values()].map((paperId) => ({
        ...{ searchTermId: termId!, paperId, digestId: made[0]!.id, deliveredAt: new Date(at) },
      })),
    );
  return [...ids.values()];
}

/** Stores papers too old for any search; returns their ids by title. */
async function addPapers(db: App['db'], rows: Row[]): Promise<Map<string, number>> {
  const longAgo = new Date(0);
  const titles = new Set(rows.flatMap(({ papersData }) => papersData.map(({ title }) => title)));
  if (!titles.size) return new Map();
  const works = await db
    .insert(papers)
    .values(
      [...titles].map((title) => ({
        ...{ source: 'pubmed' as const, sourceId: title, title, url: 'https://example.org/' },
        ...{ availableOn: '1970-01-01', firstSeenAt: longAgo, changedAt: longAgo },
      })),
    )
    .returning({ id: papers.id, title: papers.title });
  return new Map(works.map(({ id, title }) => [title, id]));
}

/** Close matches that rank below a digest's two new papers, as old as the others. */
async function addFurther(db: App['db'], closeMatches: number): Promise<FurtherMatch[]> {
  const longAgo = new Date(0);
  const works = await db
    .insert(papers)
    .values(
      Array.from({ length: closeMatches - 2 }, (_, at) => ({
        ...{ source: 'pubmed' as const, sourceId: `${Math.random()}`, url: 'https://example.org/' },
        title: `Roots and drought, part ${at + 1}: what ${at + 4} seasons of wheat tell`,
        abstract: `Drought is a burden. We followed ${40 + at} plots of wheat for ${at + 4} seasons. Inoculated plots kept ${12 + at}% more biomass than plots without an inoculum.`,
        authors: ['Ada Example', 'Bruno Sample'],
        journal: 'Invented Soil Letters',
        ...{ availableOn: '1970-01-01', firstSeenAt: longAgo, changedAt: longAgo },
      })),
    )
    .returning({ id: papers.id });
  return works.map(({ id }, at) => ({ id, score: 0.58 - at * 0.02 }));
}

/** The content of each kind of digest; everything in it is invented. */
function contents(at: Date): Record<Kind, Content> {
  const sample = sampleDigest(
    {
      baseUrl: 'https://litwatch.example',
      supportEmail: 'support@litwatch.example',
      operatorName: 'Litwatch LLC',
      postalAddress: '1 Example Street',
      sample: true,
    },
    at,
  );
  const papers = sample.papers.map((paper, index) => ({ ...paper, parts: parts[index] }));
  const whole: Content = {
    searchTerm: sample.term,
    papersData: papers,
    aiSummary: sample.summary.map(({ text, paper }) => `${text} [${paper}]`).join('\n'),
    summary: sample.summary,
    writtenBy: sample.writtenBy,
    coverage: sample.coverage.map((one) => ({ ...one, outcome: 'complete', sentence: null })),
    status: 'sent',
    windowDays: 7,
  };
  return {
    whole,
    ten: { ...whole, papersData: Array.from({ length: 10 }, (_, at) => numbered(papers[at % 3]!, at)) },
    /** One source answered only in part, and the mail was refused. */
    partial: { ...whole, coverage: inPart(sample.coverage), status: 'refused' },
    /** A digest from before summaries existed. */
    plain: {
      ...whole,
      papersData: papers.map((paper) => ({ ...paper, facts: undefined })),
      aiSummary: null,
      summary: [],
      writtenBy: null,
      coverage: [],
      windowDays: null,
    },
    /** A digest with more close matches than it can show. */
    crowded: { ...whole, closeMatches: 15 },
    /** No paper was close enough. */
    empty: {
      ...whole,
      papersData: [],
      aiSummary: null,
      summary: [],
      closeMatches: 0,
      nearestMiss: {
        ...{ id: '1', title: 'Salt and the roots of barley', url: 'https://example.org/', source: 'pubmed' },
        ...{ journal: 'Invented Soil Letters', relevanceScore: 0.03 },
        because: 'It is 3% relevant; digests for this topic start at 5%. It mentions “drought”.',
      },
    },
    /** A digest of several topics. */
    general: { ...whole, searchTerm: null },
    hostile: {
      ...whole,
      searchTerm: hostileText,
      papersData: [hostilePaper, ...papers],
      aiSummary: `${hostileText} [1]\nمقاومة المضادات الحيوية في المستشفيات [1]`,
      summary: [],
    },
  };
}

const numbered = (paper: PaperInput, at: number): PaperInput => ({
  ...paper,
  title: at < 3 ? paper.title : `${paper.title}, plot ${at + 1}`,
});

const parts = [
  { lexical: 0.41, feedback: 0.12, latent: 0.24, embedding: 0, impact: 0.14, liked: 0 },
  { lexical: 0.38, feedback: 0.1, latent: 0.22, embedding: 0, impact: 0.14, liked: 0 },
  { lexical: 0.36, feedback: 0.09, latent: 0.2, embedding: 0, impact: 0.07, liked: 0 },
];

const inPart = (coverage: Coverage[]): Coverage[] =>
  coverage.map((one) =>
    one.source === 'arxiv'
      ? { ...one, outcome: 'partial', sentence: 'arXiv stopped answering after 40 pages.' }
      : one,
  );

/** Long words without a place to break, right-to-left text and markup. */
const hostileText =
  `Pneumonoultramicroscopicsilicovolcanoconiosis_${'x'.repeat(120)} <b>bold</b> & "quoted" مقاومة المضادات`.padEnd(
    300,
    '抗生素耐药性',
  );

const hostilePaper: PaperInput = {
  title: `${'Verylongunbrokentitle'.repeat(12)} <script>alert(1)</script>`,
  url: `https://example.org/${'path/'.repeat(60)}`,
  authors: Array.from({ length: 40 }, (_, at) => `Firstname Hyphenated-Surname-Number-${at + 1}`),
  journal: 'Journal of Extraordinarily Long Names and Their Consequences for Narrow Columns',
  abstract: `${'Längstmöglicheswortohneleerzeichen'.repeat(9)} ${'A sentence of an abstract that goes on. '.repeat(40)}`,
  source: 'medrxiv',
  relevanceScore: 0.99,
  parts: { lexical: 0.5, feedback: 0.2, latent: 0.2, embedding: 0.05, impact: 0.1, liked: -0.06 },
  why: {
    matched: ['x'.repeat(200), 'مقاومة'],
    expanded: ['抗生素'],
    because: 'A paper that was liked before',
  },
  publishedOn: '2025-11-01',
  publicationTypes: ['Preprint', 'Review'],
  version: 7,
  alsoAt: [{ source: 'biorxiv', url: 'https://example.org/elsewhere' }],
  note: 'now-published',
  retracted: true,
  takeaway: 'What came out, in one sentence.',
};
