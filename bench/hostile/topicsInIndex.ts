import type { IndexPaper } from '#engine/core/types.ts';
import { cognatesOf, translationOf } from '#engine/understanding/foreign.ts';
import { buildIndex, everywhere, indexPaper, topicOf } from '#test/inlineIndex.ts';

/** The most characters that the contract allows for a topic. */
const topicAtMost = 300;

const papers: IndexPaper[] = [
  'Heart failure and the gut',
  'Heart disease in infants',
  'Sleep and heart rate',
  'Withdrawal of care',
].map((title, at) => indexPaper({ id: at + 1, title, abstract: `${title}. We followed 300 people.` }));

let built: ReturnType<typeof buildIndex> | undefined;
function index() {
  built ??= buildIndex(papers);
  return built;
}

/** What a topic goes through in the ranking thread: other languages, spelling, syntax, other names. */
export const ofTopicsInIndex: Record<string, (text: string) => unknown> = {
  'word of another language': (text) => [translationOf(text.slice(0, 300)), cognatesOf(text.slice(0, 300))],
  'topic understood': async (text) => (await index()).understand(text.slice(0, topicAtMost), 0),
  'topic ranked': async (text) =>
    (await index()).rank(topicOf(text.slice(0, topicAtMost)), everywhere, { limit: 10, floor: 0 }),
  'paper in an index': (text) =>
    buildIndex([indexPaper({ id: 1, title: text.slice(0, 5000), abstract: text })]),
};
