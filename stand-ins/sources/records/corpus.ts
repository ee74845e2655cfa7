import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { z } from 'zod';

export const sourceNames = ['pubmed', 'arxiv', 'biorxiv', 'medrxiv', 'europepmc'] as const;
export type SourceName = (typeof sourceNames)[number];

const text = z
  .string()
  .nullish()
  .catch(null)
  .transform((value) => value?.trim() || null);

/** `note`: why Europe PMC linked the two, if it guessed. */
export const link = z.object({ type: z.string(), id: z.string(), note: z.string().optional() });

/** One line of a corpus file. Only source, id and title are required; the rest is read leniently. */
export const corpusRecord = z.object({
  source: z.enum(sourceNames),
  /** PMID, arXiv identifier or DOI, the last two with their version if known (`2604.28196v1`, `10.1101/029900v3`). */
  id: z.coerce.string().trim().min(1),
  doi: text,
  title: z.string().trim().min(1),
  abstract: text,
  authors: z
    .array(z.string())
    .nullish()
    .catch(null)
    .transform((names) => (names ?? []).map((name) => name.trim()).filter(Boolean)),
  journal_or_category: text,
  /** As the source worded it: `2026-07-15`, `2026-Jun-12`, `2019 Sep-Oct`, `1998` … */
  published: text,
  /** The day to list it under, `YYYY-MM-DD`; by default derived from `published`. */
  on: z.iso.date().optional(),
  /** PubMed's journal and date of the printed issue; the year may be in the future. */
  printed: z
    .object({ volume: z.string(), issue: z.string(), pages: z.string(), issn: z.string(), date: z.string() })
    .partial()
    .optional(),
  /** PubMed's publication types. */
  types: z.array(z.string()).optional(),
  /** arXiv's categories if there are several, the primary one first. */
  categories: z.array(z.string()).optional(),
  /** For a preprint: the DOI of its article, and the journal's title. */
  published_doi: text,
  published_in: text,
  comment: text,
  /** PubMed's substances with their registry numbers, 0 for classes and proteins. */
  chemicals: z.array(z.object({ number: z.string(), name: z.string() })).optional(),
  /** PubMed: the title in the article's language, if `title` is a translation. */
  own_title: text,
  /** Links to PubMed's records, by PMID: `RetractionOf`, `ErratumIn`, `UpdateOf` …; `Preprint of` at Europe PMC. */
  links: z.array(link).optional(),
});
export type CorpusRecord = z.output<typeof corpusRecord>;
export type CorpusRecordInput = z.input<typeof corpusRecord>;

/** Files with one JSON object per line, plain or `.gz`; a folder means every such file in it. */
export function readCorpus(paths: string[]): { records: CorpusRecord[]; skipped: string[] } {
  const records: CorpusRecord[] = [];
  const skipped: string[] = [];
  for (const file of paths.flatMap(filesAt)) {
    const bytes = readFileSync(file);
    const lines = (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8').split('\n');
    for (const [index, line] of lines.entries()) {
      if (!line.trim()) continue;
      const record = readLine(line);
      if (record) records.push(record);
      else skipped.push(`${file}:${index + 1}`);
    }
  }
  return { records, skipped };
}

function filesAt(place: string): string[] {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place)
    .filter((name) => /\.jsonl(\.gz)?$/.test(name))
    .sort()
    .map((name) => path.join(place, name));
}

function readLine(line: string): CorpusRecord | null {
  try {
    return corpusRecord.safeParse(JSON.parse(line)).data ?? null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
