import type { CloseMatch, Understood } from '#engine/core/types.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import type { App } from '#kit/feature.ts';
import { usualSources } from '#shared/papers/sources.ts';
import type { Understanding } from '#shared/topics/understanding.ts';
import { dayMs, timeBefore } from '#shared/values/time.ts';
import { orList } from '#shared/values/words.ts';

/** More close matches than this in a week are shown as "at least". */
const countedAtMost = 200;

/**
 * How a topic is understood, with the papers of the last seven days for each part and in total, and the close matches that
 * the total counts, best first. Stores nothing. Accepts any text of a topic's length.
 */
export async function readTopicNow(
  app: App,
  text: string,
): Promise<{ reading: Understanding; from: string; close: CloseMatch[] }> {
  const since = timeBefore(app.now(), 6 * dayMs);
  const from = since.toISOString().slice(0, 10);
  const index = await app.index.current();
  const [understood, close] = await Promise.all([
    index.understand(text, Math.floor(since.getTime() / dayMs)),
    index.closeMatches(
      { text, expansion: [], liked: [], disliked: [], vector: null },
      { sources: new Set(usualSources), availableFrom: from },
      { limit: countedAtMost, floor: relevanceFloor },
    ),
  ]);
  const problem = problemOf(understood);
  const counted = problem ? [] : close;
  const weekCount = counted.length;
  const reading = { ...understood, problem, weekCount, weekCountIsLeast: weekCount >= countedAtMost };
  return { reading, from, close: counted };
}

const wayOn = 'Try the English name of a disease, a method, or a molecule.';

/** Why nothing can be searched, and what to do; null if something can. */
function problemOf({ allOf, anyOf, kinds, fields, not, unknown, notes }: Understood): string | null {
  const parts = [...allOf, ...anyOf.flatMap(({ options }) => options), ...kinds];
  if (parts.some(({ known }) => known) || fields.length > 0) return null;
  const strange = [...unknown.map(({ text }) => text), ...parts.map(({ name }) => name)];
  if (strange.length > 0)
    return `No paper of the last year has ${listed(strange.slice(0, 3))}. Check the spelling. ${wayOn}`;
  if (not.length > 0) return 'This only leaves papers out. Add what the papers should be about.';
  return `There is no word here to search for.${notes.length > 0 ? '' : ` ${wayOn}`}`;
}

const listed = (words: string[]): string => orList(words.map((word) => `“${word}”`));
