import path from 'node:path';
import { rowsIn } from './lines.ts';

/** One of our own topics. They come from many fields; on about half of them the real records have next to nothing. */
export interface OwnTopic {
  text: string;
  /** Whether the ranking was tuned on it, or it was held out. */
  use: string;
  /** By paper: 2 right, 1 an aspect is missing, 0 wrong. */
  grades: ReadonlyMap<string, number>;
}

/** Our own topics and grades, in a file beside this one; the papers themselves are in the real records. */
export function ownTopics(): OwnTopic[] {
  const rows = rowsIn(path.join(import.meta.dirname, 'ownTopics.tsv')) as [string, string, string, string][];
  return [...Map.groupBy(rows, ([text]) => text)].map(([text, some]) => ({
    text,
    use: some[0]![3],
    grades: new Map(some.map(([, paper, grade]) => [paper, Number(grade)])),
  }));
}
