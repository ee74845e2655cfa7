import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { group } from '#corpus/works/identity/group.ts';
import { identifiersOf } from '#corpus/works/identity/identifiers.ts';
import { pieceKind } from '#corpus/works/identity/notices.ts';
import { signatureOf } from '#corpus/works/identity/sameWork.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { mergingFolder } from '../data/folders.ts';
import { jsonLinesOf, rowsIn } from '../data/lines.ts';
import { optionsIn } from '../data/options.ts';

interface RecordLine {
  source: SourceName;
  id: string;
  doi: string | null;
  title: string;
  authors: string[];
  types?: string[];
}
interface PairLine {
  pair: string;
  pattern: string;
  a: RecordLine;
  b: RecordLine;
  same: boolean;
}
type TitleLine = { title: string; types: string[] | null; notice: boolean };

/**
 * `npm run bench -- merging [DIR] [--json FILE]`: how many hand-made pairs of one work are merged, and how many of the merged
 * pairs are right; how many notices, replies and editorials are recognized by their titles. Of our own, of a folder, and of
 * real ones from memory in two halves.
 */
export default async function merging(args: string[]): Promise<void> {
  const { json, named } = optionsIn(args, 'json');
  const folders = { own: import.meta.dirname, shared: named[0] ?? mergingFolder };
  const there = Object.entries(folders).filter(([, folder]) => existsSync(folder));
  const [a, b] = ['a', 'b'].map((half) => realIn(path.join(import.meta.dirname, `real/${half}.tsv`)));
  const sets = there.map(([name, folder]) => [name, measured(setIn(folder))]);
  const real = { realA: measured(a!), realB: measured(b!, false) };
  const result = { ...Object.fromEntries(sets), ...real };
  console.log(JSON.stringify(result, null, 2));
  if (json) writeFileSync(json, `${JSON.stringify(result)}\n`);
}

function measured({ pairs, titles }: ReturnType<typeof setIn>, isNamed = true) {
  const say = isNamed ? console.log : () => {};
  for (const { pair, pattern, a, b, same } of pairs)
    if (isMerged(a, b) !== same) say(`${pair} ${pattern}: ${same ? 'missed' : 'wrongly merged'}`);
  for (const line of titles)
    if (isPiece(line) !== line.notice) say(`${line.notice ? 'missed' : 'taken for a notice'}: ${line.title}`);
  const kinds = rates(titles.map((line) => [line.notice, isPiece(line)]));
  return { pairs: rates(pairs.map(({ a, b, same }) => [same, isMerged(a, b)])), kinds };
}

/** Pairs of records as sources give them, and titles of notices and of papers that begin like one. */
export const setIn = (folder: string) => ({
  pairs: jsonLinesOf<PairLine>(path.join(folder, 'pairs.jsonl')),
  titles: jsonLinesOf<TitleLine>(path.join(folder, 'kinds.jsonl')),
});

/** The lines of a table from memory. A paper is never a notice, and never one work with its notice. */
function realIn(file: string): ReturnType<typeof setIn> {
  const people = (text = '') => text.split('; ').filter(Boolean);
  const rows = rowsIn(file).map(
    ([truth, , pattern = '', server, , title = '', names, journal, , other = '', others]) => {
      const a = {
        source: (server || 'pubmed') as SourceName,
        id: `a${title}`,
        doi: null,
        title,
        authors: people(names),
      };
      const source: SourceName = journal === 'arxiv' ? 'arxiv' : 'pubmed';
      const b = { source, id: `b${other}`, doi: null, title: other, authors: people(others) };
      return { truth, pair: `${title} / ${other}`, pattern, a, b, same: truth === 'same' };
    },
  );
  const titles = rows.filter(({ truth }) => truth === 'notice' || truth === 'paper');
  return {
    pairs: rows.filter((row) => !titles.includes(row)),
    titles: titles.map(({ truth, a }) => ({ title: a.title, types: null, notice: truth === 'notice' })),
  };
}

export const isPiece = ({ title, types }: TitleLine): boolean =>
  pieceKind({ title, publicationTypes: types }) !== null;

export const isMerged = (a: RecordLine, b: RecordLine): boolean =>
  group([a, b].map(arrival), { owners: new Map(), claimants: new Map(), signed: [] }).length === 1;

/** The line as the adapter of its source would give it. */
function arrival({ id, types, ...line }: RecordLine) {
  const isPreprint = line.source !== 'pubmed';
  const record: SourceRecord = {
    ...line,
    ...{ sourceId: isPreprint ? id.replace(/v\d+$/, '') : id, version: null, identifiers: [] },
    ...{ abstract: null, journal: null, categories: [], publicationDate: null },
    publicationTypes: types ?? [isPreprint ? 'Preprint' : 'Journal Article'],
    ...{ availableOn: '2026-01-01', state: 'current', url: 'https://example.org/' },
  };
  return { record, identifiers: identifiersOf(record), signature: signatureOf(record), known: null };
}

function rates(answers: [truth: boolean, said: boolean][]): { recall: number; precision: number } {
  const right = answers.filter(([truth, said]) => truth && said).length;
  const share = (of: number) => Math.round((10_000 * right) / Math.max(1, of)) / 10_000;
  const [same, said] = [answers.filter(([truth]) => truth), answers.filter(([, merged]) => merged)];
  return { recall: share(same.length), precision: share(said.length) };
}
