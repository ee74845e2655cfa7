import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

/** A judged test collection in BEIR's layout. */
export interface Collection {
  name: string;
  papers: { id: string; title: string; text: string }[];
  queries: JudgedQuery[];
}

export interface JudgedQuery {
  id: string;
  text: string;
  /** Graded relevance by paper id: 0 is not relevant, more is better; a missing paper is not relevant. */
  judged: Map<string, number>;
  /** Only the judged papers are ranked for this query; true where papers were judged 0. */
  pooled: boolean;
}

/** The collections in a folder, or the folder itself if it is one; empty if there are none. */
export function collectionsIn(folder: string): Collection[] {
  if (isCollection(folder)) return [read(folder)];
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => path.join(folder, name))
    .filter(isCollection)
    .map((one) => read(one));
}

const isCollection = (folder: string) =>
  existsSync(path.join(folder, 'queries.jsonl')) && existsSync(qrelsOf(folder));

const qrelsOf = (folder: string) => {
  const here = path.join(folder, 'qrels.tsv');
  return existsSync(here) ? here : path.join(folder, 'qrels', 'test.tsv');
};

/** Reads a collection; `qrels` is its file of judgments. */
export function read(folder: string, qrels = qrelsOf(folder)): Collection {
  const judgments = new Map<string, Map<string, number>>();
  for (const line of linesOf(qrels).slice(1)) {
    const [query = '', paper = '', score = ''] = line.split('\t');
    judgments.set(query, (judgments.get(query) ?? new Map()).set(paper, Number(score)));
  }
  return {
    name: path.basename(folder),
    papers: records(folder, 'corpus.jsonl').map(({ _id, title = '', text = '' }) => ({
      id: _id,
      title,
      text,
    })),
    queries: records(folder, 'queries.jsonl').flatMap(({ _id: id, text = '' }) => {
      const judged = judgments.get(id);
      return judged ? [{ id, text, judged, pooled: [...judged.values()].some((score) => score === 0) }] : [];
    }),
  };
}

const records = (folder: string, name: string): { _id: string; title?: string; text?: string }[] => {
  const plain = path.join(folder, name);
  return linesOf(existsSync(plain) ? plain : `${plain}.gz`).map((line) => JSON.parse(line));
};

const linesOf = (file: string): string[] => {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean);
};
