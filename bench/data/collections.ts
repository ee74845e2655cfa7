import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { judgedFolder } from './folders.ts';
import { gradesIn, jsonLinesOf } from './lines.ts';

/** A judged test collection in BEIR's layout. */
export type Collection = ReturnType<typeof read>;

export interface JudgedQuery {
  id: string;
  text: string;
  /** Graded relevance by paper id: 0 is not relevant, more is better; a missing paper is not relevant. */
  judged: Map<string, number>;
  /** Only the judged papers are ranked for this query; true where papers were judged 0. */
  pooled: boolean;
}

/** The collections that `read` finds in a folder; says so, and lets the bench fail, if there is none. */
export function found<T>(read: (folder: string) => T[], folder = judgedFolder): T[] {
  const all = read(folder);
  if (all.length === 0) {
    console.error(`There is no collection (queries.jsonl, qrels.tsv, corpus.jsonl) under ${folder}.`);
    process.exitCode = 1;
  }
  return all;
}

/** The collections in a folder, or the folder itself if it is one; empty if there are none. */
export function collectionsIn(folder: string): Collection[] {
  if (isCollection(folder)) return [read(folder)];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .filter(isCollection)
    .map(read);
}

const isCollection = (folder: string) =>
  existsSync(path.join(folder, 'queries.jsonl')) && existsSync(qrelsOf(folder));

const qrelsOf = (folder: string) => {
  const here = path.join(folder, 'qrels.tsv');
  return existsSync(here) ? here : path.join(folder, 'qrels', 'test.tsv');
};

function read(folder: string) {
  const judgments = gradesIn(qrelsOf(folder));
  return {
    name: path.basename(folder),
    papers: records(folder, 'corpus.jsonl').map(({ _id, title = '', text = '' }) => ({
      id: _id,
      title,
      text,
    })),
    queries: records(folder, 'queries.jsonl').flatMap(({ _id: id, text = '' }): JudgedQuery[] => {
      const judged = judgments.get(id);
      return judged ? [{ id, text, judged, pooled: [...judged.values()].some((score) => score === 0) }] : [];
    }),
  };
}

const records = (folder: string, name: string): { _id: string; title?: string; text?: string }[] => {
  const plain = path.join(folder, name);
  return jsonLinesOf(existsSync(plain) ? plain : `${plain}.gz`);
};
