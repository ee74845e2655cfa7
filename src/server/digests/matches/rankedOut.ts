import { listed, quoted, shorten } from '#mail/layout/words.ts';
import type { Ranked } from '#search/core/types.ts';
import { closeMatchesAtMost } from '#shared/digests/closeMatches.ts';
import { plain } from '#shared/values/plainText.ts';
import { hourMs, timeBefore } from '#shared/values/time.ts';
import type { DigestsApp } from '../app.ts';
import { tooFar } from '../compose/nearMiss.ts';
import { newPapers } from '../render/input.ts';
import { scopeOf } from '../run/scope.ts';
import { lastDays, rankTopic } from '../run/search.ts';
import { hasPhrase, sharedWords } from './phrases.ts';
import { type Answer, type Question, said, textOf } from './question.ts';

/** Share of common words from which two papers count as nearly the same; the ranking drops the lower one. */
const sameWords = 0.7;
/** How far down the list to look for the paper's score. */
const lookedAtMost = 400;

/** For a paper whose text is in the digest nearly word for word, under another title or from another source. */
export function duplicateIn({ digest, work }: Question): Answer | null {
  const text = textOf(work);
  const at = digest.papers.findIndex((paper) => sharedWords(text, textOf(paper)) > sameWords);
  const duplicate = digest.papers[at];
  return duplicate
    ? said(
        'duplicate',
        `Nearly the same text is in this digest as paper ${at + 1}, ${quoted(shorten(plain(duplicate.title), 200))}. Of two such papers the better match is shown.`,
      )
    : null;
}

/** For a ranked paper: it is below the ones shown, or not close enough. */
export async function rankedOut(app: DigestsApp, question: Question): Promise<Answer> {
  const { digest, topic, context, ids } = question;
  const { floor } = scopeOf(app, context.reader, topic);
  const close = await closeMatchesOf(app, question, floor);
  const place = close.findIndex(({ id }) => ids.has(id));
  if (place >= 0) {
    const shown = newPapers(digest.papers).length;
    return {
      outcome: 'behind',
      because: `It was close enough, in place ${place + 1} of ${close.length}; the first ${shown} were sent.`,
      remedy:
        'It is among the close matches of this digest, where you can keep or cite it. “More like this” moves such papers up.',
      relevanceScore: close[place]!.score,
      place: { at: place + 1, of: close.length },
    };
  }
  const ranked = await rankAgain(app, question, { limit: lookedAtMost, floor: 0 });
  const own = ranked.find(({ id }) => ids.has(id));
  const missing = await missingParts(app, question);
  return {
    outcome: 'below',
    because: [
      own ? tooFar(own.score, floor) : 'It shares too little with the topic to be ranked.',
      missing.length && `It does not mention ${listed(missing.map(quoted))}.`,
    ]
      .filter(Boolean)
      .join(' '),
    remedy: missing.length
      ? `Add a phrase that it uses for ${quoted(missing[0]!)} to the topic, or say “More like this” to papers like it.`
      : 'Say “More like this” to papers like it.',
    relevanceScore: own?.score ?? null,
  };
}

/** The digest's own list, as far as it is stored; otherwise today's ranking of those days. */
async function closeMatchesOf(
  app: DigestsApp,
  question: Question,
  floor: number,
): Promise<Pick<Ranked, 'id' | 'score'>[]> {
  const { papers, further } = question.digest;
  if (!further) return rankAgain(app, question, { limit: closeMatchesAtMost, floor });
  const shown = newPapers(papers).map(({ id, relevanceScore }) => ({
    id: Number(id),
    score: relevanceScore ?? 0,
  }));
  return [...shown, ...further];
}

/** Today's ranking for the topic over the digest's days. */
function rankAgain(
  app: DigestsApp,
  { digest, topic, context, ids }: Question,
  options: { limit: number; floor: number },
): Promise<Ranked[]> {
  const { candidates } = scopeOf(app, context.reader, topic);
  const own = new Set([...ids, ...digest.papers.map(({ id }) => Number(id))]);
  const except = new Set([...context.sent].filter((id) => !own.has(id)));
  const days =
    digest.digestType === 'immediate'
      ? { availableFrom: lastDays(digest.periodEnd, digest.windowDays ?? 7).from }
      : { firstSeenAfter: timeBefore(digest.periodStart, hourMs).getTime() };
  return rankTopic(app, topic, context, { candidates: { ...candidates, ...days, except }, ...options });
}

/** The parts of the topic that every paper should be about and this one does not mention. */
async function missingParts(app: Pick<DigestsApp, 'index'>, { topic, work }: Question): Promise<string[]> {
  const index = await app.index.current();
  const { allOf } = await index.understand(topic.term, 0);
  const text = textOf(work);
  return allOf
    .filter(
      ({ name, searchedAs, alternatives }) =>
        ![name, searchedAs ?? name, ...alternatives.map((other) => other.name)].some((one) =>
          hasPhrase(text, one),
        ),
    )
    .map(({ name }) => name);
}
