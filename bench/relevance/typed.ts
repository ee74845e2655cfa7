import path from 'node:path';
import { stemsOf } from '#engine/understanding/otherNames.ts';
import { readWords } from '#engine/understanding/reading.ts';
import { buildIndex, everywhere, topicOf } from '#test/inlineIndex.ts';
import { judgedFolder } from '../data/folders.ts';
import { rowsIn } from '../data/lines.ts';
import { readTopicSet } from '../data/topicSet.ts';

/** First papers that a foreign topic must share with its English. */
const inCommon = 6;

/**
 * How well what readers type is read, over the papers of the graded topics: `typed`. Prints how many foreign topics find what their
 * English finds, how many typing errors are read as meant, and the rest, one a line. The sentences with no, without and except are
 * a unit test (`plainly.test.ts`).
 */
export default async function run(): Promise<void> {
  const set = readTopicSet(path.join(judgedFolder, 'topics'));
  if (!set) return console.error(`There are no topics in ${judgedFolder}: nothing to read them against.`);
  const index = await buildIndex(set.papers);
  const firstTen = (text: string) => {
    const found = index.rank(topicOf(text), everywhere, { limit: 10, floor: 0 });
    return new Set(found.map(({ id }) => id));
  };
  const foreign = rowsOf('foreign.tsv');
  const apart = foreign.filter(([, topic = '', english = '']) => {
    const meant = firstTen(english);
    const shared = [...firstTen(topic)].filter((id) => meant.has(id));
    return shared.length < Math.min(inCommon, meant.size);
  });
  console.log(
    `${foreign.length - apart.length} of ${foreign.length} foreign topics find what their English finds`,
  );
  for (const row of apart) console.log(`  ${row.join('  ')}`);
  const read = rowsOf('misspelled.tsv').map(([typed = '', meant = '']) => {
    const { text } = readWords(index.reader, typed);
    return { typed, meant, text, isRight: stemsOf(text) === stemsOf(meant) };
  });
  const wrong = read.filter(({ typed, meant }) => typed !== meant);
  const worse = read.filter(({ typed, text, isRight }) => !isRight && stemsOf(text) !== stemsOf(typed));
  console.log(
    `${wrong.filter(({ isRight }) => isRight).length} of ${wrong.length} typing errors are read as meant, ${worse.length} of ${read.length} words made worse`,
  );
  for (const { typed, text } of read.filter(({ isRight }) => !isRight)) console.log(`  ${typed}  ${text}`);
}

const rowsOf = (name: string): string[][] => rowsIn(path.join(import.meta.dirname, '../data/typed', name));
