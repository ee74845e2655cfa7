import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** The lines of a text file that are not empty; of an unpacked one where its name ends in `.gz`. */
export function linesOf(file: string): string[] {
  const bytes = readFileSync(file);
  return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString().split('\n').filter(Boolean);
}

/** The values of a file with one in JSON a line. */
export const jsonLinesOf = <T>(file: string): T[] => linesOf(file).map((line) => JSON.parse(line));

/** The rows of a table of tabs, without its head. */
export const rowsIn = (file: string): string[][] =>
  linesOf(file)
    .slice(1)
    .map((line) => line.split('\t'));

/** Graded relevance by query and paper, from a table of both and the grade (`qrels.tsv`). */
export function gradesIn(file: string): Map<string, Map<string, number>> {
  const grades = new Map<string, Map<string, number>>();
  for (const [query = '', paper = '', grade = ''] of rowsIn(file))
    grades.set(query, (grades.get(query) ?? new Map()).set(paper, Number(grade)));
  return grades;
}
