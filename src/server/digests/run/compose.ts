import { type Work, worksById } from '#corpus/works/works.ts';
import type { Ranked } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import type { FurtherMatch } from '#platform/db/schema.ts';
import type { Reading, Summary } from '#reading/text/summary.ts';
import { briefOf, briefText } from '#shared/digests/brief.ts';
import type { Coverage } from '#shared/digests/digest.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { pluck } from '#shared/values/pick.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { subjectOf } from '../render/render.ts';
import { notWritten } from './byModel.ts';
import { type Composed, digestId, type ReaderRow } from './finish.ts';
import { groupsOf } from './groups.ts';
import type { LaterState } from './laterStates.ts';
import { digestPaper, laterPaper } from './paper.ts';
import { readWorks } from './readings.ts';
import { summarize } from './summarize.ts';

/** The parts from which a digest is composed. */
export interface Composition {
  term: TopicRow;
  reader: ReaderRow;
  /** New papers, best first. */
  papers: Ranked[];
  coverage: readonly Coverage[];
  days: number;
  digestType: 'immediate' | 'weekly' | 'daily';
  periodStart: Date;
  periodEnd: Date;
  /** The topic's active filters, as a sentence; null for none. */
  filtered: string | null;
  /** All papers relevant enough for the digest, best first, without near-duplicates; absent if they were not counted. */
  closeMatches?: FurtherMatch[];
  /** What a model did for it, in sentences; null if there is none. */
  byModel?: string | null;
  /** Papers that the reader already has, in a later state. They follow the new ones. */
  laterStates?: LaterState[];
}

/** The sentences and facts of papers, by id. */
type Readings = ReadonlyMap<number, Reading>;

/** A paper with its rank. */
interface Shown {
  work: Work;
  ranked: Ranked;
}

/** The digest as a row, from which its mail is made. Null if no paper is relevant enough: weaker ones never fill it up. */
export async function composeDigest(app: App, composition: Composition): Promise<Composed | null> {
  const shown = await loadPapers(app, composition.papers);
  if (!shown.length) return null;
  const later = composition.laterStates ?? [];
  const readings = await readWorks(
    app,
    [...shown, ...later].map(({ work }) => work),
  );
  const summary = await summarizePapers(app, composition, shown, readings);
  const fresh = newPapersOf(composition, shown, summary, readings);
  const papers = [...fresh, ...later.map((state) => laterPaper(state, readings.get(state.work.id)!))];
  const coverage = composition.coverage.map((row) => ({
    ...row,
    papers: fresh.filter(({ source }) => source === row.source).length,
  }));
  const { term, reader, digestType, days, filtered, periodStart, periodEnd } = composition;
  const byModel = [
    composition.byModel,
    summary.failure && notWritten(app.models.chat!.name, summary.failure),
  ];
  const { closeMatches, further } = matchesOf(composition, shown);
  return {
    paperIds: [
      ...shown.map(({ ranked }) => ranked.id),
      ...later.flatMap(({ isFromShelf, work }) => (isFromShelf ? work.id : [])),
    ],
    row: {
      id: digestId(term.id, digestType, periodStart),
      userId: reader.user.id,
      ...{ searchTermId: term.id, searchTerm: term.term, digestType },
      subject: subjectOf({ term: term.term, papers, digestType, summary: summary.overview }),
      ...{ papersData: papers, coverage },
      ...{ summary: summary.overview },
      aiSummary: summary.overview.length ? briefText(briefOf(summary.overview, fresh)) : null,
      ...{ writtenBy: summary.overview.length ? summary.writtenBy : null },
      byModel: byModel.filter(Boolean).join(' ') || null,
      ...{ closeMatches, furtherMatches: further.length ? further : null },
      ...{ windowDays: days, filtered, periodStart, periodEnd, createdAt: periodEnd },
    },
  };
}

/** The works behind the ranked papers. Skips papers that have left the corpus since. */
async function loadPapers(app: App, ranked: Ranked[]): Promise<Shown[]> {
  if (!ranked.length) return [];
  const works = await worksById(app, pluck(ranked, 'id'));
  const byId = new Map(works.map((work) => [work.id, work]));
  return ranked.flatMap((one) => {
    const work = byId.get(one.id);
    return work ? [{ work, ranked: one }] : [];
  });
}

async function summarizePapers(
  app: App,
  { term, reader }: Composition,
  shown: Shown[],
  readings: Readings,
): ReturnType<typeof summarize> {
  const papers = shown.map(({ work: { id, title, abstract }, ranked: { score: relevance } }, at) => ({
    ...{ n: at + 1, id, title, abstract, relevance },
    reading: readings.get(id)!,
  }));
  const groups = await groupsOf({ index: await app.index.current() }, term.term, papers);
  return summarize(app, { papers, topic: term.term, userId: reader.user.id, groups });
}

const newPapersOf = (
  { digestType, periodStart }: Composition,
  shown: Shown[],
  { takeaways }: Summary,
  readings: Readings,
): Paper[] =>
  shown.map(({ work, ranked }, at) =>
    digestPaper(work, {
      ranked,
      reading: readings.get(work.id)!,
      takeaway: takeaways.get(at + 1) ?? null,
      since: digestType === 'immediate' ? null : periodStart,
    }),
  );

/** The number of close matches, and those for which the digest has no room. */
function matchesOf(
  { closeMatches }: Composition,
  shown: Shown[],
): { closeMatches: number | null; further: FurtherMatch[] } {
  if (!closeMatches) return { closeMatches: null, further: [] };
  const inDigest = new Set(shown.map(({ ranked }) => ranked.id));
  const further = closeMatches
    .filter(({ id }) => !inDigest.has(id))
    .map(({ id, score, judged, belongs }) => ({
      ...{ id, score: Number(score.toFixed(4)) },
      ...(judged && { judged }),
      ...(belongs && { belongs }),
    }));
  return { closeMatches: shown.length + further.length, further };
}
