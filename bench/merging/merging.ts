import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { group } from '#corpus/works/identity/group.ts';
import { identifiersOf } from '#corpus/works/identity/identifiers.ts';
import { pieceKind } from '#corpus/works/identity/notices.ts';
import { signatureOf } from '#corpus/works/identity/sameWork.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { mergingFolder } from '../data/folders.ts';

interface RecordLine {
  source: SourceName;
  id: string;
  doi: string | null;
  title: string;
  authors: string[];
  published: string;
  journal: string | null;
  types?: string[];
}
interface PairLine {
  pair: string;
  pattern: string;
  a: RecordLine;
  b: RecordLine;
  same: boolean;
}
interface TitleLine {
  title: string;
  source: SourceName;
  types: string[] | null;
  notice: boolean;
}

/**
 * `npm run bench -- merging [DIR] [--json FILE]`: how many hand-made pairs of one work are merged, and how many of the merged
 * pairs are right; how many notices, replies and editorials are recognized by their titles. Of our own, and of a folder.
 */
export default async function merging(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { json: { type: 'string' } },
  });
  const folder = positionals[0] ?? mergingFolder;
  const result = {
    own: measured(ownPairs(), ownTitles()),
    ...(existsSync(folder) && {
      shared: measured(
        linesOf<PairLine>(path.join(folder, 'pairs.jsonl')),
        linesOf<TitleLine>(path.join(folder, 'kinds.jsonl')),
      ),
    }),
  };
  console.log(JSON.stringify(result, null, 2));
  if (values.json) writeFileSync(values.json, `${JSON.stringify(result)}\n`);
}

function measured(pairs: PairLine[], titles: TitleLine[]) {
  const pairErrors = pairs.filter(({ a, b, same }) => isMerged(a, b) !== same);
  const titleErrors = titles.filter((line) => isPiece(line) !== line.notice);
  for (const { pair, pattern, same } of pairErrors)
    console.log(`${pair} ${pattern}: ${same ? 'missed' : 'wrongly merged'}`);
  for (const { title, notice } of titleErrors)
    console.log(`${notice ? 'missed' : 'taken for a notice'}: ${title}`);
  return {
    pairs: rates(pairs.map((line) => [line.same, isMerged(line.a, line.b)])),
    kinds: rates(titles.map((line) => [line.notice, isPiece(line)])),
  };
}

const rowsOf = (name: string): string[][] =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t'));

/** Pairs of our own, in the manner of real ones: preprint and article with a title that changed, and what only looks so. */
export const ownPairs = (): PairLine[] =>
  rowsOf('pairs.tsv')
    .slice(1)
    .map(([kind, pattern, source, title, authors, source2, title2, authors2, type], at) => {
      const record = (source: string, title: string, authors: string, id: string): RecordLine => ({
        ...{ source: source as SourceName, id, title, authors: authors.split('; ') },
        ...{ doi: source === 'arxiv' ? null : `10.5555/${id}`, published: '2024-01-01', journal: null },
      });
      return {
        ...{ pair: `own-${at + 1}`, pattern: pattern!, same: kind === 'same' },
        a: record(source!, title!, authors!, `${at}a`),
        b: {
          ...record(source2!, title2!, !authors2 || authors2 === '=' ? authors! : authors2, `${at}b`),
          ...(type && { types: [type] }),
        },
      };
    });

/** Titles of our own: notices, and papers that begin like one. The index lists most as articles on the first day. */
export const ownTitles = (): TitleLine[] =>
  rowsOf('titles.tsv').map(([kind, title]) => ({
    ...{ title: title!, source: 'pubmed', types: ['Journal Article'], notice: kind === 'notice' },
  }));

const linesOf = <T>(file: string): T[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);

export const isPiece = ({ title, types }: TitleLine): boolean =>
  pieceKind({ title, publicationTypes: types }) !== null;

export const isMerged = (a: RecordLine, b: RecordLine): boolean =>
  group([a, b].map(arrival), { owners: new Map(), claimants: new Map(), signed: [] }).length === 1;

function arrival(line: RecordLine) {
  const record = recordOf(line);
  return { record, identifiers: identifiersOf(record), signature: signatureOf(record), known: null };
}

/** The line as the adapter of its source would give it. */
function recordOf({ source, id, doi, title, authors, published, journal, types }: RecordLine): SourceRecord {
  const preprint = source !== 'pubmed';
  const version = preprint ? /v(\d+)$/.exec(id) : null;
  return {
    source,
    sourceId: preprint ? id.replace(/v\d+$/, '') : id,
    version: version ? Number(version[1]) : null,
    doi,
    identifiers: [],
    title,
    abstract: null,
    authors,
    journal,
    categories: [],
    availableOn: published,
    publicationDate: published,
    publicationTypes: types ?? [preprint ? 'Preprint' : 'Journal Article'],
    state: 'current',
    url: 'https://example.org/',
  };
}

function rates(answers: [truth: boolean, said: boolean][]): { recall: number; precision: number } {
  const right = answers.filter(([truth, said]) => truth && said).length;
  const share = (of: number) => Math.round((10_000 * right) / Math.max(1, of)) / 10_000;
  return {
    recall: share(answers.filter(([truth]) => truth).length),
    precision: share(answers.filter(([, said]) => said).length),
  };
}
