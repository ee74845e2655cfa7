import type { Candidates, Shortlist } from '#engine/core/types.ts';
import { askedIn } from '#engine/understanding/syntax.ts';
import type { App } from '#kit/feature.ts';
import { quoted, shorten } from '#mail/layout/words.ts';
import { numberInWords } from '#shared/papers/strength.ts';
import { capitalize, plain } from '#shared/values/plainText.ts';
import type { TopicRow } from '#topics/topic/topic.ts';
import { type RunContext, type Scope, scopeOf } from './context.ts';
import { shortlistTopic } from './find.ts';

export interface Finding {
  found: Shortlist & { scope: Scope };
  term: TopicRow;
  candidatesIn: (scope: Scope) => Candidates;
}

/** Words to leave out that are counted for one digest; each takes a search. */
const wordsAtMost = 3;

/**
 * What kept close papers out of a digest, in sentences: words that the topic leaves out, and its filters. Searches again only
 * for a topic that has them.
 */
export async function leftOutOf(
  app: App,
  context: RunContext,
  { found: { scope, closeMatches }, term, candidatesIn }: Finding,
): Promise<string[]> {
  const matches = async (topic: TopicRow, candidates: Candidates, { floor }: Scope) =>
    (await shortlistTopic(app, topic, context, { candidates, limit: 1, floor })).closeMatches;
  const { words, excluded } = askedIn(term.term);
  const candidates = candidatesIn(scope);
  const said: string[] = [];
  for (const word of words ? excluded.slice(0, wordsAtMost) : []) {
    const required = [...(candidates.required ?? []), word];
    const having = await matches({ ...term, term: words }, { ...candidates, required }, scope);
    if (having.length)
      said.push(
        `${papers(having.length)} with ${quoted(shorten(plain(word), 60))} ${having.length === 1 ? 'was' : 'were'} left out.`,
      );
  }
  if (!scope.filtered) return said;
  const open = scopeOf(app, context.reader, { ...term, filters: null });
  const shown = new Set(closeMatches.map(({ id }) => id));
  const stopped = (await matches(term, candidatesIn(open), open)).filter(({ id }) => !shown.has(id)).length;
  return stopped ? [...said, `${papers(stopped)} did not pass this topic’s filters.`] : said;
}

const papers = (count: number): string =>
  `${capitalize(numberInWords(count))} close ${count === 1 ? 'match' : 'matches'}`;
