import { worksById } from '#corpus/works/works.ts';
import type { Candidates, Ranked, Shortlist } from '#engine/core/types.ts';
import type { App } from '#kit/feature.ts';
import type { FurtherMatch } from '#platform/db/schema.ts';
import { type Judgment, onTopicFrom } from '#shared/papers/paper.ts';
import { pluck } from '#shared/values/pick.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { notHeard, notJudged, whatWasJudged } from './compose.ts';
import type { RunContext, Scope } from './context.ts';
import { digestSize, rankTopic } from './find.ts';
import { judgePapers } from './judge.ts';
import { candidatesOf, judgedAtMost, weigh } from './weigh.ts';

interface Finding {
  found: Shortlist & { scope: Scope };
  term: TopicRow;
  candidatesIn: (scope: Scope) => Candidates;
}

interface JudgedList {
  papers: Ranked[];
  /** All close matches in the list's order; those that were hidden come first. */
  closeMatches: FurtherMatch[];
  byModel: string | null;
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
  const own = (byModel: string | null): JudgedList => ({ papers, closeMatches, byModel });
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
      judged: byPaper.size,
      onTopic: [...byPaper.values()].filter(({ grade }) => grade >= onTopicFrom).length,
      hidden: hidden.length,
    }),
  };
}

const withReason = ({ id, score, parts, why }: Ranked, judged: Judgment | undefined): Ranked => ({
  ...{ id, score, parts },
  why: { ...why, ...(judged && { judged }) },
});
