import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FieldName, Span } from '../core/types.ts';
import type { Note } from './lexer.ts';

const [, ...rows] = readFileSync(path.join(import.meta.dirname, 'sentences.tsv'), 'utf8')
  .trimEnd()
  .split('\n');

/**
 * What `sentences.tsv` says of a role, in all languages, as one pattern: its blanks stand for any, its `'` for both apostrophes,
 * and `{on}` for what it says of the role `on`.
 */
export const sayings = (role: string): string =>
  `(?:${rows
    .flatMap((row) => (row.startsWith(`${role}\t`) ? row.slice(role.length + 1) : []))
    .join('|')
    .replaceAll("'", "['’]")
    .replaceAll(' ', String.raw`\s`)
    .replace(/(?<!\\p)\{([a-zA-Z]+)\}/g, (_, other: string) => sayings(other))})`;

/** Whether a word is one of a role. */
export const wholly = (role: string): RegExp => new RegExp(`^${sayings(role)}$`);

const records: [field: FieldName, pattern: RegExp][] = [
  ['source', new RegExp(`^${sayings('from')}`, 'i')],
  ['journal', new RegExp(`^${sayings('journal')}`, 'u')],
  ['author', new RegExp(`^${sayings('author')}`, 'u')],
];

/** The author, journal or source that words begin by naming, and how much says so: “papers by Jane Okafor”, “arXiv only”. */
export function recordNamed(line: string): { field: FieldName; text: string; words: string } | null {
  for (const [field, pattern] of records) {
    const found = pattern.exec(line);
    const text = found?.slice(1).find(Boolean);
    if (found && text) return { field, text, words: found[0] };
  }
  return null;
}

const after = String.raw`(?![\p{L}\p{N}])`;
const start = new RegExp(String.raw`^[\s,.:!¿¡]*${sayings('start')}${after}[\s,:.!]*`, 'iu');
const end = new RegExp(String.raw`[\s,.!;]+${sayings('end')}[\s.!]*$`, 'iu');
const anywhere = (role: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${sayings(role)}${after}`, 'giu');
const drop = anywhere('drop');

/** Limits that the index cannot check, and what it lacks for them. */
const limits = Object.entries({
  language: 'does not know the languages of papers',
  free: 'does not know which papers are free to read',
  cited: 'does not count citations',
  people: 'does not know how many took part',
  age: 'does not know ages',
  number: 'compares no numbers',
  lately: 'does not know what day it will be; a digest brings what is new',
}).map(([role, lacks]) => ({ pattern: anywhere(role), lacks }));

/** The parts of a clinical question, if at least two are named: `P: adults I: statins O: stroke`. */
const parts =
  /(?<=^|[\s;,.])(?:[PICOT]|population|patients?|problem|intervention|exposure|compar(?:ison|ator)|control|outcomes?|study design)\s?:(?=\s)/giu;

/** Phrases of a request at the beginning of a topic, one behind the other, at most. */
const phrasesAtMost = 6;
/** Maximum length of a text that is read as a sentence, in characters; a topic has 300 at most. */
const sentenceAtMost = 1000;

/**
 * A text of the same length without what only asks, thanks or joins (“please send me papers on …”, “what is the effect …”), and
 * where that stood. Limits that the index cannot check are left out, too, and noted. A text of nothing else
 * or too long for a sentence stays as it is.
 */
export function withoutFraming(text: string, notes: Note[]): { text: string; asked: Span[] } {
  const asked: Span[] = [];
  if (text.length > sentenceAtMost) return { text, asked };
  let left = text;
  const blank = (pattern: RegExp, add: (span: Span, raw: string) => void): boolean => {
    const found: [Span, string][] = [];
    const next = left.replace(pattern, (raw: string, ...rest) => {
      const from = rest.at(-2) as number;
      found.push([{ from, to: from + raw.length }, raw.trim()]);
      return ' '.repeat(raw.length);
    });
    if (found.length === 0 || !/[\p{L}\p{N}]/u.test(next)) return false;
    left = next;
    for (const [span, raw] of found) add(span, raw);
    return true;
  };
  const ask = (span: Span) => asked.push(span);
  blank(end, ask);
  for (let i = 0; i < phrasesAtMost && blank(start, ask); i++);
  if ((left.match(parts)?.length ?? 0) > 1) blank(parts, ask);
  blank(drop, ask);
  for (const { pattern, lacks } of limits)
    blank(pattern, (span, raw) =>
      notes.push({ ...span, text: `“${raw}” is no word to find: the search ${lacks}.` }),
    );
  return { text: left, asked };
}
