import { and, eq, gt, inArray } from 'drizzle-orm';
import type { ModelFailure } from '#ai/models.ts';
import { shownOf, type Work, worksById } from '#corpus/works/works.ts';
import type { Ranked } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import { listed, quoted } from '#mail/layout/words.ts';
import { subjectLine } from '#mail/transport/message.ts';
import { emailDigests, type FurtherMatch } from '#platform/db/schema.ts';
import { entryOf } from '#reading/extractive.ts';
import type { Reading } from '#reading/text/summary.ts';
import { briefOf, briefText } from '#shared/digests/brief.ts';
import type { Coverage, NearMiss, SummarySentence } from '#shared/digests/digest.ts';
import type { Paper } from '#shared/papers/paper.ts';
import { pluck } from '#shared/values/pick.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { nothingNewSubject } from '../render/notes.ts';
import { subjectOf } from '../render/render.ts';
import { type Composed, digestId, type ReaderRow } from './finish.ts';
import { groupsOf } from './groups.ts';
import type { LaterState } from './laterStates.ts';
import { readWorks, summarize } from './readings.ts';

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
  /** What was kept out of it although it is close, in sentences for the brief. */
  hidden?: readonly string[];
  /** Papers that the reader already has, in a later state. They follow the new ones. */
  laterStates?: LaterState[];
}

/** The sentences and facts of papers, by id. */
type Readings = ReadonlyMap<number, Reading>;

/** A paper with its rank. */
type Shown = { work: Work; ranked: Ranked };

/** The digest as a row, from which its mail is made. Null if no paper is relevant enough: weaker ones never fill it up. */
export async function composeDigest(app: App, composition: Composition): Promise<Composed | null> {
  const shown = await loadPapers(app, composition.papers);
  if (!shown.length) return null;
  const later = composition.laterStates ?? [];
  const readings = await readWorks(app, pluck([...shown, ...later], 'work'));
  const summary = await summarizePapers(app, composition, shown, readings);
  const missing = { paper: 1, quote: '', line: 'missing' as const, papers: [] };
  const brief = [...summary.overview, ...(composition.hidden ?? []).map((text) => ({ text, ...missing }))];
  const { term, reader, digestType, days, filtered, periodStart, periodEnd } = composition;
  const fresh = shown.map(({ work, ranked }, at) =>
    digestPaper(work, {
      ranked,
      reading: readings.get(work.id)!,
      takeaway: summary.takeaways.get(at + 1) ?? null,
      since: digestType === 'immediate' ? null : periodStart,
    }),
  );
  const papers = [...fresh, ...later.map((state) => laterPaper(state, readings.get(state.work.id)!))];
  const papersOf = (source: string) => fresh.filter((one) => one.source === source).length;
  const coverage = composition.coverage.map((row) => ({ ...row, papers: papersOf(row.source) }));
  const byModel = [composition.byModel, notWritten(app.models.chat?.name, summary.failure)];
  return {
    paperIds: [
      ...shown.map(({ ranked }) => ranked.id),
      ...later.flatMap(({ isFromShelf, work }) => (isFromShelf ? work.id : [])),
    ],
    row: {
      id: digestId(term.id, digestType, periodStart),
      userId: reader.user.id,
      ...{ searchTermId: term.id, searchTerm: term.term, digestType },
      subject: subjectOf({ term: term.term, papers, digestType, summary: brief }),
      ...{ papersData: papers, coverage, summary: brief },
      aiSummary: brief.length ? briefText(briefOf(brief, fresh)) : null,
      ...{ writtenBy: summary.overview.length ? summary.writtenBy : null },
      byModel: byModel.filter(Boolean).join(' ') || null,
      ...matchesOf(composition, shown),
      ...{ windowDays: days, filtered, periodStart, periodEnd, createdAt: periodEnd },
    },
  };
}

/** The works behind the ranked papers. Skips papers that have left the corpus since. */
async function loadPapers(app: App, ranked: Ranked[]): Promise<Shown[]> {
  const works = ranked.length ? await worksById(app, pluck(ranked, 'id')) : [];
  const byId = new Map(works.map((work) => [work.id, work]));
  return ranked.flatMap((one) => {
    const work = byId.get(one.id);
    return work ? [{ work, ranked: one }] : [];
  });
}

async function summarizePapers(app: App, { term, reader }: Composition, shown: Shown[], readings: Readings) {
  const papers = shown.map(({ work: { id, title, abstract }, ranked: { score: relevance, why } }, at) => ({
    ...{ n: at + 1, id, title, abstract, relevance, parts: partsOf(why) },
    reading: readings.get(id)!,
  }));
  const groups = await groupsOf({ index: await app.index.latest() }, term.term, papers);
  return summarize(app, { papers, topic: term.term, userId: reader.user.id, groups });
}

/** The words of each part of a topic, and those by which a paper names it. */
export const partsOf = ({ aspects = [] }: Ranked['why']): string[] =>
  aspects.map(({ name, words }) => [name, ...words].join(' '));

/** The number of close matches, and those for which the digest has no room. */
function matchesOf({ closeMatches }: Composition, shown: Shown[]) {
  if (!closeMatches) return { closeMatches: null, furtherMatches: null };
  const inDigest = new Set(shown.map(({ ranked }) => ranked.id));
  const further = closeMatches
    .filter(({ id }) => !inDigest.has(id))
    .map(
      ({ id, score, judged, belongs }): FurtherMatch => ({
        ...{ id, score: Number(score.toFixed(4)) },
        ...(judged && { judged }),
        ...(belongs && { belongs }),
      }),
    );
  return { closeMatches: shown.length + further.length, furtherMatches: further.length ? further : null };
}

interface Shape {
  ranked: Pick<Paper, 'parts' | 'why'> & { score: number };
  reading: Pick<Reading, 'facts' | 'addressesModel'>;
  takeaway: Pick<SummarySentence, 'text' | 'quote'> | null;
  /** Start of the period that a weekly digest covers; null for a first digest. */
  since: Date | null;
}

/** A work as a digest shows it. */
export function digestPaper(work: Work, { ranked, reading, takeaway, since }: Shape): Paper {
  return {
    ...shownOf(work),
    relevanceScore: ranked.score,
    parts: ranked.parts,
    why: ranked.why,
    kind: work.kind,
    ...(work.notice ? { notice: work.notice } : {}),
    note: since && isLate(work.availableOn, since) ? 'late' : 'new',
    takeaway: takeaway?.text ?? null,
    takeawayQuote: takeaway?.quote ?? null,
    facts: reading.facts,
    ...(reading.addressesModel ? { addressesModel: true } : {}),
  };
}

/** The work in its present state, with the relevance from when it was new. */
const laterPaper = ({ work, before, note, changed }: LaterState, reading: Reading): Paper => {
  const { relevanceScore: score, parts, why } = before;
  const takeaway = entryOf({ ...work, reading, relevance: score }) ?? null;
  const paper = digestPaper(work, { ranked: { score, parts, why }, reading, takeaway, since: null });
  return { ...paper, note, ...(changed ? { changed } : {}) };
};

/** Whether a paper reached the corpus late: available at its source more than two days before the period began. */
const isLate = (availableOn: string, since: Date): boolean =>
  Date.parse(availableOn) < since.getTime() - 2 * dayMs;

/** What a model judged for a digest. */
export function whatWasJudged(model: string, judged: number, onTopic: number): string {
  const papers = judged === 1 ? 'the one close paper' : `${judged} papers`;
  return `${model} read ${papers} and judged ${judged === 1 ? `it to be ${onTopic ? 'on' : 'off'}` : `${onTopic || 'none'} of them to be on`} the topic.`;
}

/** What a model hid, for the brief. */
export const whatWasHidden = (model: string, hidden: number): string[] =>
  hidden
    ? [
        `${hidden === 1 ? 'One close match' : `${hidden} close matches`} that ${model} judged off the topic ${hidden === 1 ? 'is' : 'are'} not shown; the list of further matches begins with ${hidden === 1 ? 'it' : 'them'}.`,
      ]
    : [];

/** A model's judgments contradicted the engine where it is right. */
export const notHeard = (model: string): string =>
  `${model} judged the papers, but its judgments did not fit the closest matches, so they were not used.`;

/** A model gave no judgments. */
export const notJudged = (model: string, failure: ModelFailure): string =>
  `No papers were judged by ${model}, because ${reasonOf(failure)}.`;

const notWritten = (model: string | undefined, failure: ModelFailure | null): string | null =>
  failure &&
  `No summary was written by ${model}, because ${reasonOf(failure)}; its sentences are those of the abstracts.`;

const reasonOf = (failure: ModelFailure): string =>
  failure === 'budget' ? 'today’s budget for it is used up' : 'it did not answer';

/** Minimum number of days between two notices for one topic. */
export const noticeDays = 28;

/**
 * The nothing-new notice, sent instead of a padded digest. Null if the topic's last notice or last highlights are less
 * than four weeks old: then no mail is sent for that week.
 */
export async function composeNothingNew(
  app: App,
  nothing: Omit<Composition, 'papers' | 'digestType'> & {
    /** Number of papers that were relevant but did not pass the filters. */
    passedOver: number;
    /** Minimum relevance of a paper in the topic's digests, 0 to 1. */
    floor: number;
    /** Finds the paper that came closest. Called only if there is a notice. */
    nearest: () => Promise<Ranked | null>;
  },
): Promise<Composed | null> {
  const { term, reader, coverage, periodStart, periodEnd, filtered, passedOver, floor, nearest, byModel } =
    nothing;
  // Highlights count too, because "nothing" would be false after days that brought papers.
  const since = timeBefore(periodEnd, noticeDays * dayMs);
  const wasTold = and(inArray(emailDigests.digestType, ['note', 'daily']), gt(emailDigests.periodEnd, since));
  if (await app.db.$count(emailDigests, and(eq(emailDigests.searchTermId, term.id), wasTold))) return null;
  const why = { floor, isFiltered: passedOver > 0, byModel };
  return {
    paperIds: [],
    row: {
      ...{ id: digestId(term.id, 'note', periodStart), userId: reader.user.id, digestType: 'note' },
      ...{ searchTermId: term.id, searchTerm: term.term, papersData: [], closeMatches: 0 },
      subject: subjectLine(nothingNewSubject(term.term)),
      ...{ coverage: [...coverage], filtered, passedOver },
      nearestMiss: await nearMissOf(app, await nearest(), why),
      ...{ periodStart, periodEnd, createdAt: periodEnd },
    },
  };
}

/** Maximum number of the topic's phrases to name. */
const phrasesAtMost = 3;

/** For a digest without papers: the paper that came closest, and why it was left out; null if none came close. */
async function nearMissOf(
  app: App,
  nearest: Ranked | null,
  { floor, isFiltered, byModel }: { floor: number; isFiltered: boolean; byModel?: string | null },
): Promise<NearMiss | null> {
  if (!nearest) return null;
  const [work] = await worksById(app, [nearest.id]);
  if (!work) return null;
  const { title, url, source, journal } = work;
  const { score, why } = nearest;
  const phrases = why.matched.slice(0, phrasesAtMost).map(quoted);
  const mentions = phrases.length ? `It mentions ${listed(phrases)}.` : 'It mentions none of its words.';
  const left = isFiltered ? 'It did not pass the filters of this topic.' : (byModel ?? tooFar(score, floor));
  return {
    ...{ id: String(work.id), title, url, source, journal, relevanceScore: score },
    because: `${left} ${mentions}`,
  };
}

/** For example `It is 3% relevant; digests of this topic begin at 5%.` */
function tooFar(score: number, floor: number): string {
  const [has, needs] = [score, floor].map((share) => Math.round(share * 100));
  return has! < needs!
    ? `It is ${has}% relevant; digests for this topic start at ${needs}%.`
    : `It is ${has}% relevant: it shares too little with the topic to be sent.`;
}
