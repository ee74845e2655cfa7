import { and, asc, eq, sql } from 'drizzle-orm';
import { type Citation, citationsOf } from '#citations/citation.ts';
import { writeRis } from '#citations/ris.ts';
import { worksById } from '#corpus/works/works.ts';
import { screenedPapers } from '#platform/db/schema.ts';
import type { Decision } from '#shared/topics/screening.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import type { ShelfApp } from '../app.ts';
import { shownOf } from '../papers/shown.ts';
import { screeningOf } from './state.ts';

interface Decided {
  citation: Citation;
  paperId: number;
  decision: Decision;
  reason: string;
  decidedAt: Date | null;
}

/**
 * The decided papers of a screening, in the order of the decisions.
 * @throws AppError `not_found` if the topic is not screened
 */
export async function decidedCitations(app: ShelfApp, topic: TopicRow): Promise<Decided[]> {
  await screeningOf(app, topic);
  const rows = await app.db
    .select()
    .from(screenedPapers)
    .where(and(eq(screenedPapers.searchTermId, topic.id), sql`${screenedPapers.decision} is not null`))
    .orderBy(asc(screenedPapers.decidedAt), asc(screenedPapers.paperId));
  const works = await worksById(
    app,
    rows.map(({ paperId }) => paperId),
  );
  const byId = new Map(rows.map((row) => [row.paperId, row]));
  const known = works.filter(({ id }) => byId.has(id));
  const citations = citationsOf(known.map((work) => ({ paper: shownOf(work), work })));
  return known.map((work, i) => {
    const { decision, reason, decidedAt } = byId.get(work.id)!;
    return { citation: citations[i]!, paperId: work.id, decision: decision!, reason, decidedAt };
  });
}

/** Labels as in other screening tools, which reference managers can sort by. */
const labels: Record<Decision, string> = { include: 'included', exclude: 'excluded', maybe: 'undecided' };

/** RIS with the decision, and the reason of an exclusion, as keywords. */
export const asRis = (decided: Decided[]): string =>
  writeRis(
    decided.map(({ citation, decision, reason }) => ({
      ...citation,
      keywords: [labels[decision], ...(reason ? [`excluded: ${reason}`] : [])],
    })),
  );

/** A CSV table (RFC 4180) with a header line. */
export function asCsv(decided: Decided[]): string {
  const names = [
    'decision',
    'reason',
    'decided_at',
    'title',
    'authors',
    'journal',
    'year',
    'doi',
    'pmid',
    'url',
  ];
  const lines = decided.map(({ citation, decision, reason, decidedAt }) => [
    labels[decision],
    reason,
    decidedAt?.toISOString() ?? '',
    citation.title,
    citation.authors.map((name) => name.literal ?? `${name.family}, ${name.given}`).join('; '),
    citation.journal ?? citation.server ?? '',
    citation.issued ? String(citation.issued.year) : '',
    citation.doi ?? '',
    citation.pmid ?? '',
    citation.url ?? '',
  ]);
  return [names, ...lines].map((line) => `${line.map(cell).join(',')}\r\n`).join('');
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
