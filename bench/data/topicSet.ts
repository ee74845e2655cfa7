import { existsSync } from 'node:fs';
import path from 'node:path';
import type { IndexPaper } from '#engine/core/types.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { corpusFolder } from './folders.ts';
import { gradesIn, jsonLinesOf, linesOf } from './lines.ts';

/** Saved topics as readers type them, graded papers, and the papers themselves. */
export interface TopicSet {
  folder: string;
  papers: (IndexPaper & { name: string })[];
  topics: { id: string; text: string; kind: string }[];
  /** Grades 0 to 3 by topic and paper name; a pair without a grade counts as 0. */
  grades: ReadonlyMap<string, ReadonlyMap<string, number>>;
}

interface PaperLine {
  name: string;
  source: string;
  title: string;
  abstract: string | null;
  published: string | null;
}

/**
 * Reads a folder with `corpus.jsonl(.gz)`, as the topics' `build.mjs` writes it, or one with `corpus.ids`, whose papers are then
 * read from the real records beside the repository; null if neither is there.
 */
export function readTopicSet(folder: string): TopicSet | null {
  const built = ['corpus.jsonl.gz', 'corpus.jsonl'].map((name) => path.join(folder, name)).find(existsSync);
  const named = path.join(folder, 'corpus.ids');
  if (!built && !(existsSync(named) && existsSync(corpusFolder))) return null;
  const lines = built ? linesOf(built).map(builtPaper) : namedPapers(named);
  const list = ['topics.jsonl', 'queries.jsonl'].map((name) => path.join(folder, name)).find(existsSync);
  if (!list) return null;
  const qrels = path.join(folder, 'qrels.tsv');
  return {
    folder,
    papers: lines.map(indexPaper),
    topics: jsonLinesOf<{ _id: string; text: string; kind?: string }>(list).map(
      ({ _id: id, text, kind = 'topic' }) => ({ id, text, kind }),
    ),
    grades: existsSync(qrels) ? gradesIn(qrels) : new Map(),
  };
}

function builtPaper(line: string): PaperLine {
  const { _id: name, title, text, metadata } = JSON.parse(line);
  const source = metadata?.source ?? String(name).split(':')[0];
  return { name, title, abstract: text || null, source, published: metadata?.published ?? null };
}

function namedPapers(file: string): PaperLine[] {
  const wanted = Map.groupBy(
    linesOf(file).map((line) => line.split('\t') as [string, string]),
    ([name]) => name,
  );
  return [...wanted].flatMap(([name, pairs]) => {
    const ids = new Set(pairs.map(([, id]) => id));
    return linesOf(path.join(corpusFolder, name)).flatMap((line) => {
      const { source, id, title, abstract, published } = JSON.parse(line);
      return title && ids.delete(id) ? [{ name: `${source}:${id}`, source, title, abstract, published }] : [];
    });
  });
}

const indexPaper = ({ name, source, title, abstract, published }: PaperLine, id: number) => ({
  ...{ id, name, title, abstract },
  source: sourceNames.find((one) => one === source) ?? 'pubmed',
  publicationTypes: [source === 'pubmed' ? 'Journal Article' : 'Preprint'],
  availableOn: /^\d{4}-\d{2}-\d{2}/.exec(published ?? '')?.[0] ?? '2026-01-01',
  ...{ journal: null, firstSeenAt: 0, impact: null, vector: null },
});
