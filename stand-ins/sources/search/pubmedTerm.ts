import { type Expression, type Field, join, type Operator } from './expression.ts';
import { wordsOf } from './words.ts';

/** Those of PubMed's field tags that the product sends, beside `[doi]`, `[pmcid]`, `[sb]` and ranges of `[uid]`. */
const fields: Record<string, Field> = { tiab: 'text', pt: 'type', 'all fields': 'all' };

const token =
  /(?<first>\d{1,9}):(?<last>\d{1,9})\[uid\]|(?<open>\()|(?<close>\))|"(?<phrase>[^"]*)"?|(?<tag>\[[^\]]*\]?)|(?<word>[^\s()"[\]]+)/g;

/**
 * Parses a PubMed term. As in PubMed, operators are capital AND, OR, NOT, from left to right without precedence, and
 * adjacent words are joined by AND. An empty term is null.
 */
export function readPubmedTerm(term: string): { expression: Expression | null; fieldsNotFound: string[] } {
  const reader = { parts: [...term.matchAll(token)], place: 0, fieldsNotFound: [] as string[] };
  let expression = readGroup(reader);
  // An extra closing bracket ends a group early; the rest still counts.
  while (reader.place < reader.parts.length) {
    reader.place++;
    const rest = readGroup(reader);
    if (rest) expression = join('and', expression, rest);
  }
  return { expression, fieldsNotFound: reader.fieldsNotFound };
}

type Reader = { parts: RegExpMatchArray[]; place: number; fieldsNotFound: string[] };

function readGroup(reader: Reader): Expression | null {
  let left: Expression | null = null;
  let operator: Operator = 'and';
  while (reader.place < reader.parts.length) {
    const groups = reader.parts[reader.place]!.groups!;
    if (groups.close) return left;
    const word = groups.word;
    if (word === 'AND' || word === 'OR' || word === 'NOT') {
      operator = word.toLowerCase() as Operator;
      reader.place++;
      continue;
    }
    const right = readOne(reader);
    if (right) {
      // "NOT x" at the start means everything but x.
      left = join(operator, operator === 'not' && !left ? { kind: 'everything' } : left, right);
      operator = 'and';
    }
  }
  return left;
}

function readOne(reader: Reader): Expression | null {
  const part = reader.parts[reader.place++]!;
  const { first, last, open, phrase, word } = part.groups!;
  if (open) {
    const inner = readGroup(reader);
    reader.place++;
    return inner;
  }
  if (first) return { kind: 'numbered', first: Number(first), last: Number(last) };
  const written = phrase ?? word;
  return written === undefined ? null : tagged(reader, written, phrase !== undefined);
}

function tagged(reader: Reader, written: string, quoted: boolean): Expression | null {
  const next = reader.parts[reader.place]?.groups?.tag;
  if (next) reader.place++;
  const tag = next?.replace(/[[\]]/g, '').trim().toLowerCase() ?? 'all fields';
  if (tag === 'doi' || tag === 'pmcid') return { kind: 'doi', doi: written.toLowerCase() };
  if (tag === 'sb') return { kind: 'everything' };
  const field = fields[tag];
  if (next && !field) reader.fieldsNotFound.push(next);
  const words = wordsOf(written);
  if (!words.length) return null;
  if (written.endsWith('*')) words[words.length - 1] = `${words.at(-1)}*`;
  return { kind: 'words', words, field: field ?? 'all', written, quoted };
}

/** PubMed's translation of the query in its reply: `"heart"[All Fields] AND ("failure"[Title] OR …)`. */
export function translation(expression: Expression): string {
  switch (expression.kind) {
    case 'words':
      return `"${expression.written.toLowerCase()}"[${longName[expression.field]}]`;
    case 'between':
      return expression.written;
    case 'doi':
      return `"${expression.doi}"[Article Identifier]`;
    case 'numbered':
      return `${expression.first}:${expression.last}[UID]`;
    case 'everything':
      return 'all[sb]';
    case 'nothing':
      return '';
    default:
      return `${inner(expression.left, expression.kind)} ${expression.kind.toUpperCase()} ${inner(expression.right)}`;
  }
}

const inner = (expression: Expression, same?: Operator): string =>
  'left' in expression && expression.kind !== same ? `(${translation(expression)})` : translation(expression);

const longName: Record<Field, string> = {
  all: 'All Fields',
  text: 'Title/Abstract',
  type: 'Publication Type',
};
