import { worksById } from '#corpus/works/works.ts';
import type { Match, Ranked } from '#engine/core/types.ts';
import { logOdds, relevanceFloor } from '#engine/score/calibrate.ts';
import type { App } from '#kit/feature.ts';
import type { FurtherMatch } from '#platform/db/schema.ts';
import { matchWord } from '#shared/papers/match.ts';
import { type Judgment, onTopicFrom } from '#shared/papers/paper.ts';
import { pluck } from '#shared/values/pick.ts';
import { notHeard, notJudged, whatWasHidden, whatWasJudged } from './compose.ts';
import type { RunContext } from './context.ts';
import { digestSize, rankTopic } from './find.ts';
import type { Finding } from './hidden.ts';
import { judgePapers } from './judge.ts';

interface JudgedList {
  papers: Ranked[];
  /** All close matches in the list's order; those that were hidden come first. */
  closeMatches: FurtherMatch[];
  byModel: string | null;
  /** What it hid, in sentences. */
  hidden: string[];
}

/**
 * The papers of a run after the model's judgments, and what it did in words. Without a model, or if its judgments are
 * missing or not used, they are the engine's.
 */
export async function judgeFound(
  app: App,
  context: RunContext,
  { found, term, candidatesIn }: Finding,
): Promise<JudgedList> {
  const { papers, closeMatches, scope } = found;
  const own = (byModel: string | null): JudgedList => ({ papers, closeMatches, byModel, hidden: [] });
  const { chat } = app.models;
  if (!chat || !papers.length) return own(null);
  const leading = await rankTopic(app, term, context, {
    ...{ candidates: candidatesIn(scope), limit: judgedAtMost, floor: 0 },
  });
  const candidates = candidatesOf({ papers, closeMatches, leading, floor: scope.floor });
  const works = await worksById(app, pluck(candidates, 'id'));
  const topic = {
    ...{ wording: term.term, userId: term.userId },
    names: term.expansion.map(({ phrase }) => phrase),
  };
  const { byPaper, passedOver, failure } = await judgePapers(app, topic, works);
  if (failure) return own(notJudged(chat.name, failure));
  const weighed = weigh(candidates, byPaper, passedOver);
  if (!weighed) return own(byPaper.size ? notHeard(chat.name) : null);
  const { listed, hidden } = weighed;
  const grades = candidates.flatMap(({ id, isControl }) => (isControl ? [] : (byPaper.get(id)?.grade ?? [])));
  const withJudgment = (one: FurtherMatch): FurtherMatch => {
    const judged = byPaper.get(one.id);
    return { id: one.id, score: one.score, ...(judged && { judged }) };
  };
  const placed = new Set([...listed, ...hidden].map(({ id }) => id));
  return {
    papers: listed.slice(0, digestSize).map((one) => withReason(one, byPaper.get(one.id))),
    closeMatches: [...hidden, ...listed, ...closeMatches.filter(({ id }) => !placed.has(id))].map(
      withJudgment,
    ),
    byModel: whatWasJudged(chat.name, {
      judged: grades.length,
      onTopic: grades.filter((grade) => grade >= onTopicFrom).length,
    }),
    hidden: whatWasHidden(chat.name, hidden.length),
  };
}

const withReason = ({ id, score, parts, why }: Ranked, judged: Judgment | undefined): Ranked => ({
  ...{ id, score, parts },
  why: { ...why, ...(judged && { judged }) },
});

/** Papers that a model judges for one digest, at most. */
export const judgedAtMost = 24;
/** Papers that the engine finds too weak to show are judged down to this share of the least relevance. */
const doubtfulFrom = 0.5;
/** Where fewer papers are to be judged and hardly one is strong, the next ones are judged too, as a control. */
const leastJudged = 6;

/** A paper before it is judged. */
interface Candidate extends Ranked {
  /** A strong match by the topic's own words: it is never hidden, and a model that knows such papers is heard. */
  isStrong: boolean;
  /** Whether the engine shows it without a judgment… */
  isClose: boolean;
  /** …because of the topic's own words, not only of other names that the same model gave. */
  isOwn: boolean;
  /** Too weak to show: judged only to see whether the model tells papers apart. */
  isControl: boolean;
}

/** What the engine finds for a topic. */
interface Found {
  /** The digest's papers and all close matches, best first. */
  papers: readonly Ranked[];
  closeMatches: readonly Match[];
  /** The leading papers of a search without a least relevance, best first. */
  leading: readonly Ranked[];
  /** The topic's least relevance, 0 to 1. */
  floor: number;
}

/**
 * The papers to judge, in the engine's order: those of the digest, close matches, and weaker ones, then controls. A reader's
 * own minimum relevance is not lowered.
 */
export function candidatesOf({ papers, closeMatches, leading, floor }: Found): Candidate[] {
  const shown = new Map(papers.map((one) => [one.id, one]));
  const close = new Map([...closeMatches, ...papers].map((one) => [one.id, one.own ?? one.score]));
  const least = floor > relevanceFloor ? floor : floor * doubtfulFrom;
  const listed = new Set(leading.map(({ id }) => id));
  const candidates = [
    ...papers.filter(({ id }) => !listed.has(id)),
    ...leading.map((one) => shown.get(one.id) ?? one),
  ].map((one) => {
    const own = close.get(one.id) ?? 0;
    const isStrong = matchWord(own, one.why) === 'Strong match';
    const isControl = !close.has(one.id) && one.score < least;
    return { ...one, isStrong, isClose: close.has(one.id), isOwn: own > 0, isControl };
  });
  const toJudge = candidates.filter(({ isControl }) => !isControl).slice(0, judgedAtMost);
  const controls = candidates.filter(({ isControl }) => isControl);
  const missing = toJudge.filter(({ isStrong }) => isStrong).length < enoughStrong ? leastJudged : 0;
  return [...toJudge, ...controls.slice(0, Math.max(0, missing - toJudge.length))];
}

/** The candidates to show, best first, and the close ones among them to hide. */
interface Weighed {
  listed: Candidate[];
  hidden: Candidate[];
}

/**
 * The engine's list after a model's judgments: ordered by grade, papers of one grade in the engine's order. Papers that
 * the model passed over count as off the topic; others that were not judged keep their place. Papers off the topic are
 * hidden, except strong matches. Null if the model is not heard: it gives all papers the same grade, or the opposite of
 * its grades is likelier.
 */
export function weigh(
  candidates: readonly Candidate[],
  judgments: ReadonlyMap<number, Pick<Judgment, 'grade'>>,
  passedOver: ReadonlySet<number> = new Set(),
): Weighed | null {
  const gradeOf = ({ id }: Candidate) => judgments.get(id)?.grade ?? (passedOver.has(id) ? 0 : undefined);
  const judged = candidates.filter(({ id }) => judgments.has(id));
  const strong = judged.filter(({ isStrong }) => isStrong);
  if (!isHeard(judged, strong, (one) => gradeOf(one)!)) return null;
  const isPlaced = (one: Candidate) => gradeOf(one) !== undefined;
  const mayBeShown = candidates.filter(({ isControl }) => !isControl);
  const inOrder = mayBeShown.filter(isPlaced).sort((one, other) => gradeOf(other)! - gradeOf(one)!);
  const next = inOrder.values();
  const ordered = mayBeShown.map((one) => (isPlaced(one) ? next.next().value! : one));
  const isOnTopic = (one: Candidate) => (gradeOf(one) ?? (one.isOwn ? onTopicFrom : 0)) >= onTopicFrom;
  const close = ordered.filter((one) => one.isClose);
  const kept = new Set(ordered.filter((one) => isOnTopic(one) || one.isStrong));
  if (strong.length < enoughStrong) {
    const best = Math.max(...pluck(close, 'score'));
    const half = Math.floor(Math.min(digestSize, close.length) / 2);
    for (const one of close) if (kept.size < half && one.score >= nearBest * best) kept.add(one);
  }
  return {
    listed: ordered.filter((one) => kept.has(one)),
    hidden: close.filter((one) => !kept.has(one)),
  };
}

/** Without so many strong matches a model leaves half of the close ones… */
const enoughStrong = 2;
/** …that are not far below the best of them. */
const nearBest = 0.6;
/** A model that grades strong matches so, on average, knows the topic. */
const leastGradeOfStrong = 1.5;

/**
 * Whether the model's grades can be trusted: it knows the strong matches or, because these can be wrong, its grades of all
 * papers together are likelier than their opposite. The engine's relevance says how likely each is.
 */
function isHeard(
  judged: readonly Candidate[],
  strong: readonly Candidate[],
  gradeOf: (one: Candidate) => number,
): boolean {
  if (new Set(judged.map(gradeOf)).size < 2) return false;
  const ofStrong = strong.reduce((sum, one) => sum + gradeOf(one), 0);
  if (strong.length >= enoughStrong && ofStrong >= leastGradeOfStrong * strong.length) return true;
  const odds = judged.map((one) => (gradeOf(one) >= onTopicFrom ? 1 : -1) * logOdds(one.score));
  return odds.reduce((sum, one) => sum + one, 0) > 0;
}
