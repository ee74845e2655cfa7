import { type Expression, type Field, join, type Operator, QueryError } from './expression.ts';
import { wordsOf } from './textIndex.ts';

/** Prefixes of the arXiv query language (its user manual, section 5.1). */
const prefixes: Record<string, Field> = {
  all: 'all',
  ti: 'title',
  abs: 'abstract',
  au: 'author',
  cat: 'category',
  jr: 'journal',
  co: 'all',
  rn: 'all',
};

const token =
  /(?<open>\()|(?<close>\))|(?:(?<prefix>[a-zA-Z_]+):)?(?:"(?<phrase>[^"]*)"?|\[\s*(?<from>\d{8,14})\s+TO\s+(?<to>\d{8,14})\s*\]|(?<word>[^\s()":]+|(?=\()))|(?<rest>\S)/gy;

/**
 * Parses `search_query`: AND, OR and ANDNOT from left to right. Adjacent words are joined by OR, and a word without prefix
 * matches any field; the service's feed titles show both.
 * @throws QueryError with the sentence for the error feed.
 */
export function readArxivQuery(query: string): { expression: Expression | null; title: string } {
  const parts = partsOf(query);
  const reader = { parts, place: 0, title: [] as string[] };
  const expression = readGroup(reader, 'all');
  if (reader.place < parts.length) throw new QueryError('malformed query: unbalanced parentheses');
  return { expression, title: reader.title.join(' ').replaceAll('( ', '(').replaceAll(' )', ')') };
}

type Reader = { parts: RegExpExecArray[]; place: number; title: string[] };

function partsOf(query: string): RegExpExecArray[] {
  const parts: RegExpExecArray[] = [];
  for (let at = 0; at < query.length; ) {
    token.lastIndex = at;
    const part = token.exec(query);
    if (part?.[0].trim()) parts.push(part);
    at += part?.[0].length || 1;
  }
  return parts;
}

function readGroup(reader: Reader, field: Field): Expression | null {
  let left: Expression | null = null;
  let operator: Operator | null = null;
  while (reader.place < reader.parts.length) {
    const part = reader.parts[reader.place]!;
    const { close, prefix, word } = part.groups!;
    if (close) break;
    if (!prefix && (word === 'AND' || word === 'OR' || word === 'ANDNOT' || word === 'NOT')) {
      if (!left) throw new QueryError(`malformed query: ${word} with nothing before it`);
      operator = word === 'AND' ? 'and' : word === 'OR' ? 'or' : 'not';
      reader.place++;
      continue;
    }
    if (left) reader.title.push(operator === 'not' ? 'ANDNOT' : (operator ?? 'or').toUpperCase());
    const right = readOne(reader, field);
    if (right) left = join(operator ?? 'or', left, right);
    operator = null;
  }
  if (operator) throw new QueryError('malformed query: an operator with nothing behind it');
  return left;
}

function readOne(reader: Reader, outer: Field): Expression | null {
  const part = reader.parts[reader.place++]!;
  const { open, prefix, phrase, from, to, word } = part.groups!;
  if (open) return readInner(reader, outer);
  if (from && to) {
    reader.title.push(part[0]);
    if (prefix !== 'submittedDate' && prefix !== 'lastUpdatedDate')
      throw new QueryError(`malformed query: ${prefix ?? 'a range'} is not a date field`);
    const date = prefix === 'submittedDate' ? 'added' : 'changed';
    return { kind: 'between', date, from: moment(from, 0), until: moment(to, 1), written: part[0] };
  }
  const field = prefix ? prefixes[prefix] : outer;
  if (!field) throw new QueryError(`malformed query: unknown field ${prefix}`);
  if (phrase === undefined && !word) {
    if (!reader.parts[reader.place]?.groups?.open) throw new QueryError(`malformed query near ${part[0]}`);
    reader.place++;
    return readInner(reader, field);
  }
  const written = phrase ?? word!;
  const shown = phrase === undefined ? written : `"${written}"`;
  reader.title.push(`${prefix ?? Object.keys(prefixes).find((key) => prefixes[key] === field)}:${shown}`);
  const words = wordsOf(written);
  if (written.endsWith('*') && words.length) words[words.length - 1] = `${words.at(-1)}*`;
  return words.length
    ? { kind: 'words', words, field, written, quoted: phrase !== undefined }
    : { kind: 'nothing' };
}

function readInner(reader: Reader, field: Field): Expression | null {
  reader.title.push('(');
  const inner = readGroup(reader, field);
  if (!reader.parts[reader.place++]?.groups?.close)
    throw new QueryError('malformed query: unbalanced parentheses');
  reader.title.push(')');
  return inner;
}

/** `YYYYMMDD`, `YYYYMMDDHHMM` or `…SS` in GMT; with `step` 1 the end of that day, minute or second. */
function moment(digits: string, step: 0 | 1): number {
  const [year, month, day, hour, minute, second] = [0, 4, 6, 8, 10, 12].map((at) =>
    Number(digits.slice(at, at === 0 ? 4 : at + 2)),
  ) as [number, number, number, number, number, number];
  if (digits.length < 12) return Date.UTC(year, month - 1, day + step);
  return digits.length < 14
    ? Date.UTC(year, month - 1, day, hour, minute + step)
    : Date.UTC(year, month - 1, day, hour, minute, second + step);
}
