import { existsSync } from 'node:fs';
import path from 'node:path';
import type { designClasses } from '#reading/facts/facts.ts';
import { corpusFolder } from '../data/folders.ts';
import { jsonLinesOf } from '../data/lines.ts';

/** A sentence of a graded abstract, as the grader cut it. */
export interface GradedSentence {
  text: string;
  /** 0 to 3: what it is worth to a reader of a digest. */
  worth: number;
}

/** An abstract that was read and graded by hand. */
export interface GradedAbstract {
  doc: string;
  title: string;
  abstract: string;
  publicationTypes: string[];
  sentences: GradedSentence[];
  /** Undefined where the grader could not tell. */
  design?: string | null;
  /** How many were studied; null where the abstract does not say. */
  n: number | null;
  /** `digits`, `words`, `sum` where only the sizes of groups are stated, or `unclear`. */
  n_is?: string | null;
}

/** Abstracts that make up one digest. */
export type GradedGroup = { topic: string; docs: string[] };

interface Row extends Omit<GradedAbstract, 'title' | 'abstract' | 'publicationTypes' | 'sentences'> {
  file: string;
  sentences?: { start: number; end: number; worth: number }[];
}

interface CorpusLine {
  source: string;
  id: string;
  title: string;
  abstract: string | null;
  types?: string[];
}

/**
 * The graded abstracts and groups of a folder with `sentences.jsonl` and `groups.jsonl`; their texts come from the
 * corpus beside the folder, or beside the project.
 * @throws Error when a text is missing
 */
export function readGraded(folder: string): { abstracts: GradedAbstract[]; groups: GradedGroup[] } {
  const abstracts = gradedAbstracts(folder, path.join(folder, 'sentences.jsonl'));
  return { abstracts, groups: jsonLinesOf<GradedGroup>(path.join(folder, 'groups.jsonl')) };
}

/**
 * The abstracts that a file like `sentences.jsonl` grades.
 * @throws Error when a text is missing
 */
export function gradedAbstracts(folder: string, grades: string): GradedAbstract[] {
  const rows = jsonLinesOf<Row>(grades);
  const records = recordsOf(folder, new Set(rows.map(({ file }) => file)));
  return rows.map(({ file, sentences = [], ...row }) => {
    const record = records.get(`${file} ${row.doc}`);
    if (!record?.abstract) throw new Error(`${row.doc} is not in ${file}`);
    const { title, abstract, types = [] } = record;
    return {
      ...row,
      title,
      abstract,
      publicationTypes: types,
      sentences: sentences.map(({ start, end, worth }) => ({
        text: Array.from(abstract).slice(start, end).join(''),
        worth,
      })),
    };
  });
}

function recordsOf(folder: string, files: Set<string>): Map<string, CorpusLine> {
  const records = new Map<string, CorpusLine>();
  for (const file of files)
    for (const record of jsonLinesOf<CorpusLine>(corpusFile(folder, file)))
      records.set(`${file} ${record.source}:${record.id}`, record);
  return records;
}

function corpusFile(folder: string, file: string): string {
  const places = [path.join(folder, '..', 'corpus'), corpusFolder].map((corpus) => path.join(corpus, file));
  const found = places.find((one) => existsSync(one));
  if (!found) throw new Error(`There is no corpus file ${file} beside ${folder} or beside the project.`);
  return found;
}

/** The graded sentence that a quote comes from, by shared words; null when less than half of the shorter one is shared. */
export function gradedSentenceOf(quote: string, sentences: readonly GradedSentence[]): GradedSentence | null {
  const wanted = wordsOf(quote);
  let best: GradedSentence | null = null;
  let most = 0.5;
  for (const sentence of sentences) {
    const words = wordsOf(sentence.text);
    const shared = [...wanted].filter((word) => words.has(word)).length;
    const share = shared / Math.max(1, Math.min(words.size, wanted.size)) + shared / 1000;
    if (share > most) [best, most] = [sentence, share];
  }
  return best;
}

const wordsOf = (text: string): Set<string> => new Set(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);

/** The product's names for the grader's designs; a design without one counts as `other`. */
const productNames: Record<string, (typeof designClasses)[number]> = {
  'randomised trial': 'randomized trial',
  'non-randomised trial': 'non-randomized trial',
  cohort: 'cohort',
  'case-control': 'case-control study',
  'cross-sectional': 'cross-sectional study',
  'case report': 'case report',
  'systematic review/meta-analysis': 'systematic review',
  'narrative review': 'review',
  animal: 'animal study',
  'in vitro': 'in vitro study',
  'computational/method': 'computational study',
  'survey/qualitative': 'survey or interviews',
};

/** A graded design by the product's name. */
export const gradedDesign = (design: string | null | undefined): (typeof designClasses)[number] =>
  productNames[design ?? ''] ?? 'other';
