import { existsSync } from 'node:fs';
import path from 'node:path';
import { type Collection, collectionsIn } from '../data/collections.ts';
import { readTopicSet } from '../data/topicSet.ts';

/** A judged collection whose reader likes the papers that are `useful`, and dislikes the others. */
export interface JudgedCollection extends Collection {
  useful(grade: number): boolean;
  /** True for saved topics: operators apply, and every paper is ranked, even if some were graded 0. */
  saved: boolean;
}

/** The collections in a folder and the saved topics in its `topics` folder, or the folder itself if it is one. */
export function judgedCollections(folder: string): JudgedCollection[] {
  const topics = [folder, path.join(folder, 'topics')].find((one) =>
    existsSync(path.join(one, 'topics.jsonl')),
  );
  const judged = topics === folder ? [] : collectionsIn(folder);
  return [
    ...judged.map((one) => ({ ...one, useful: (grade: number) => grade > 0, saved: false })),
    ...(topics ? savedTopics(topics) : []),
  ];
}

function savedTopics(folder: string): JudgedCollection[] {
  const set = readTopicSet(folder);
  if (!set) return [];
  const papers = set.papers.map(({ name, title, abstract }) => ({ id: name, title, text: abstract ?? '' }));
  const queries = set.topics.flatMap(({ id, text }) => {
    const judged = new Map(set.grades.get(id) ?? []);
    return [...judged.values()].some((grade) => grade >= 2) ? [{ id, text, judged, pooled: false }] : [];
  });
  return [{ name: 'topics', papers, queries, useful: (grade) => grade >= 2, saved: true }];
}
