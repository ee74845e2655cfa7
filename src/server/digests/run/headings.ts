import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { answerKey, keepAnswer, keptAnswer } from '#ai/answerCache.ts';
import { stopWords } from '#engine/text/stopWords.ts';
import type { App } from '#kit/feature.ts';
import { searchTerms } from '#platform/db/schema.ts';
import { waitFor } from '#platform/rateLimits.ts';
import type { Expansion } from '#shared/topics/searchTerm.ts';
import { SourceFailure } from '#sources/record/source.ts';
import { cleanPhrase, isExact, isTooWide, keyOf, weightOfName } from '#topics/expansion/phrases.ts';
import type { TopicRow } from '#topics/topic/topic.ts';

const wordsAtMost = 5;
const windowsAtMost = 30;
const namesAtMost = 8;
const timeoutMs = 20_000;
/** Headings, each as its terms. */
const kept = z.array(z.array(z.string()));

/**
 * Gives the parts of a topic the names that MeSH has for them: “heart attack” also myocardial infarction. Called once a topic,
 * after its first digest, so that no reader waits. Does nothing for a topic that means exactly what it says, that already has
 * names of parts, or that its reader has edited meanwhile. A wording is looked up once, at most thirty a day for all readers.
 */
export async function nameByHeadings(app: App, topic: TopicRow): Promise<void> {
  const { id, term, expansion, expandedAt } = topic;
  if (!expandedAt || isExact.test(term) || expansion.some(({ of }) => of)) return;
  const windows = windowsOf(term);
  const names = windows.length ? namedBy(await headingsOf(app, windows), windows) : [];
  if (!names.length) return;
  await app.db
    .update(searchTerms)
    .set({ expansion: [...expansion, ...names] })
    .where(and(eq(searchTerms.id, id), eq(searchTerms.expandedAt, expandedAt)));
}

/** Words of a topic in a row, which may be a name, and their places in it; `to` is excluded. */
type Window = { text: string; from: number; to: number };

/** Two to five words of a topic in a row, the longest first; one word only if it is the whole topic. */
export function windowsOf(topic: string): Window[] {
  const words = topic.trim().split(/\s+/);
  const isLink = (word: string | undefined) => !word || stopWords.has(word.toLowerCase());
  const fewest = Math.min(2, words.length);
  return words
    .flatMap((_, from) =>
      Array.from({ length: wordsAtMost + 1 - fewest }, (_, more) => from + fewest + more)
        .filter((to) => to <= words.length && !isLink(words[from]) && !isLink(words[to - 1]))
        .map((to) => ({ text: words.slice(from, to).join(' '), from, to })),
    )
    .sort((one, other) => other.to - other.from - (one.to - one.from) || one.from - other.from)
    .slice(-windowsAtMost);
}

/** The other terms of headings that have a window as a term; longer windows come first, and none overlap. */
export function namedBy(headings: readonly string[][], windows: readonly Window[]): Expansion[] {
  const taken: Window[] = [];
  return windows.flatMap((window) => {
    const wanted = keyOf(window.text);
    const of = cleanPhrase(window.text);
    const own = headings.find((terms) => terms.some((term) => keyOf(term) === wanted));
    if (!own || !of || taken.some(({ from, to }) => from < window.to && window.from < to)) return [];
    taken.push(window);
    const names = new Map(own.flatMap((term) => cleanPhrase(term) ?? []).map((term) => [keyOf(term), term]));
    names.delete(wanted);
    return [...names.values()]
      .filter((name) => !isTooWide(name))
      .slice(0, namesAtMost)
      .map((phrase) => ({ phrase, of, kind: 'synonym', from: 'pubmed', weight: weightOfName }));
  });
}

/** MeSH's headings for these windows; none if it cannot be asked, or was asked enough today. */
async function headingsOf(app: App, windows: readonly Window[]): Promise<string[][]> {
  const phrases = windows.map(({ text }) => text);
  const key = answerKey('mesh', phrases.map(keyOf));
  const known = await keptAnswer(app, key, kept);
  if (known) return known;
  const { headings } = app.sources.pubmed;
  if (!headings || (await waitFor(app, 'headings', { account: 'pubmed' })) > 0) return [];
  try {
    const found = await headings(phrases, { signal: AbortSignal.timeout(timeoutMs) });
    const own = new Set(phrases.map(keyOf));
    const answer = found.filter((terms) => terms.some((term) => own.has(keyOf(term))));
    await keepAnswer(app, key, answer);
    return answer;
  } catch (error) {
    if (!(error instanceof SourceFailure)) throw error;
    app.log.warn({ source: 'pubmed', kind: error.kind, detail: error.detail }, 'MeSH gave no names');
    return [];
  }
}
