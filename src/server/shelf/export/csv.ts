import type { ReaderPaperInput } from '../papers/shown.ts';

const columns: [name: string, value: (paper: ReaderPaperInput) => string | number | null | undefined][] = [
  ['title', ({ paper }) => paper.title],
  ['authors', ({ paper }) => (paper.authors ?? []).join('; ')],
  ['journal', ({ paper }) => paper.journal],
  ['date', ({ paper }) => paper.publishedOn],
  ['doi', ({ paper }) => paper.doi],
  ['url', ({ paper }) => paper.url],
  ['source', ({ paper }) => paper.source],
  ['list', ({ state }) => state],
  ['topic', ({ term }) => term],
  ['tags', ({ tags }) => tags.join('; ')],
  ['note', ({ note }) => note],
  ['retracted', ({ paper }) => (paper.retracted ? 'yes' : '')],
  ['answered', ({ at }) => at.slice(0, 10)],
  ['abstract', ({ paper }) => paper.abstract],
];

/** The header line. The byte order mark before it tells spreadsheets that the file is UTF-8. */
export const csvHead = `\uFEFF${columns.map(([name]) => name).join(',')}\r\n`;

/** Papers as lines of CSV (https://www.rfc-editor.org/rfc/rfc4180). */
export const csvLines = (papers: ReaderPaperInput[]): string =>
  papers.map((paper) => `${columns.map(([, value]) => cell(value(paper))).join(',')}\r\n`).join('');

/** A quoted cell. A spreadsheet would run a cell that starts with one of these characters as a formula. */
function cell(value: string | number | null | undefined): string {
  const text = String(value ?? '');
  const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
  return /[",\r\n']/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
