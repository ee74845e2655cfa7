import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { FieldName, Span } from '../core/types.ts';

/** A remark for the reader on how a part of the topic was read. */
export interface Note extends Span {
  text: string;
}

/** Patterns by their role, and what is said of each. */
const rows = ['sentences.tsv', 'engines.tsv'].flatMap((name) =>
  readFileSync(path.join(import.meta.dirname, name), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t') as [role: string, pattern: string, said?: string]),
);

/**
 * The patterns of a role (`sentences.tsv`, `engines.tsv`), in all languages, as one; those that say `why`, if one is given. Blanks
 * stand for any, `'` for both apostrophes, and `{on}` for the patterns of the role `on`.
 */
export const sayings = (role: string, why?: string): string =>
  `(?:${rows
    .flatMap(([of, pattern, said]) => (of === role && (!why || said === why) ? pattern : []))
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

/** Behind a whole word: HI-JEPA begins with no greeting. */
const after = String.raw`(?!-?[\p{L}\p{N}])`;
const start = new RegExp(String.raw`^[\s,.:!¿¡]*${sayings('start')}${after}[\s,:.!]*`, 'iu');
const end = new RegExp(String.raw`[\s,.!;]+${sayings('end')}[\s.!]*$`, 'iu');
const anywhere = (role: string, why?: string): RegExp =>
  new RegExp(String.raw`(?<![\p{L}\p{N}])${sayings(role, why)}${after}`, 'giu');
const drop = anywhere('drop');

/** What is copied with a topic, and limits that the index cannot check, each with why it is no word to find. */
const noted = ['copied', 'noted'].flatMap((role) =>
  [...new Set(rows.flatMap(([of, , why]) => (of === role && why ? why : [])))].map((why) => ({
    ...{ role, why },
    pattern: anywhere(role, why),
  })),
);
/** A list of topics, not the lines of a search, which refer to each other. */
const isList = /^\s*1[.)]\s(?=.*\s2[.)]\s)(?!.*\b1 (?:and|or) 2\b)(?!.*\bor\/1-\d)/is;
const numbersOfList = /(?<=^|\s)\d{1,2}[.)](?=\s)/g;
/** Cochrane's headings: `MeSH descriptor: [Asthma]`. */
const headings = /(?<=\bMeSH descriptor:?\s?)\[([^[\]]{1,80})\]/gi;

/** The parts of a clinical question, if at least two are named: `P: adults I: statins O: stroke`. */
const parts = anywhere('part');

/** Phrases of a request at the beginning of a topic, one behind the other, at most. */
const phrasesAtMost = 6;
/** Maximum length of a text that is read as a sentence, in characters; a topic has 300 at most. */
const sentenceAtMost = 1000;

/**
 * A text of the same length without what only asks, thanks or joins (“please send me papers on …”, “what is the effect …”), and
 * where that stood. What was copied with it and limits that the index cannot check are left out, too, and noted. A text of nothing
 * but a request or too long for a sentence stays as it is.
 */
export function withoutFraming(text: string, notes: Note[]): { text: string; asked: Span[] } {
  const asked: Span[] = [];
  if (text.length > sentenceAtMost) return { text, asked };
  let left = text.replace(headings, ' $1 ');
  const blank = (pattern: RegExp, add: (span: Span, raw: string) => void, isAll = false): boolean => {
    const found: [Span, string][] = [];
    const next = left.replace(pattern, (raw: string, ...rest) => {
      const from = rest.at(-2) as number;
      found.push([{ from, to: from + raw.length }, raw.trim()]);
      return ' '.repeat(raw.length);
    });
    if (found.length === 0 || !(isAll || /[\p{L}\p{N}]/u.test(next))) return false;
    left = next;
    for (const [span, raw] of found) add(span, raw);
    return true;
  };
  const note = (why: string) => (span: Span, raw: string) =>
    notes.push({ ...span, text: `“${raw}” is no word to find: ${why}.` });
  const ask = (span: Span) => asked.push(span);
  for (const { role, why, pattern } of noted) if (role === 'copied') blank(pattern, note(why), true);
  if (isList.test(left)) blank(numbersOfList, note('it numbers a list'));
  blank(end, ask);
  for (let i = 0; i < phrasesAtMost && blank(start, ask); i++);
  if ((left.match(parts)?.length ?? 0) > 1) blank(parts, ask);
  blank(drop, ask);
  for (const { role, why, pattern } of noted) if (role === 'noted') blank(pattern, note(why));
  return { text: left, asked };
}
