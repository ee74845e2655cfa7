import { type Expression, join, type Operator, QueryError } from './expression.ts';
import { wordsOf } from './words.ts';

/** `all:` is the only one of arXiv's fields of text that the product asks for, and `submittedDate:` the only date. */
const token =
  /(?<open>\()|(?<close>\))|(?:(?<prefix>[a-zA-Z_]+):)?(?:"(?<phrase>[^"]*)"?|\[\s*(?<from>\d{8,14})\s+TO\s+(?<to>\d{8,14})\s*\]|(?<word>[^\s()":]+))|(?<rest>\S)/g;

/**
 * Parses `search_query`: AND, OR and ANDNOT from left to right. Adjacent words are joined by OR, and a word without prefix
 * matches any field.
 * @throws QueryError with the sentence for the error feed.
 */
export function readArxivQuery(query: string): Expression | null {
  const reader = { parts: [...query.matchAll(token)], place: 0 };
  const expression = readGroup(reader);
  if (reader.place < reader.parts.length) throw new QueryError('malformed query: unbalanced parentheses');
  return expression;
}

type Reader = { parts: RegExpExecArray[]; place: number };

function readGroup(reader: Reader): Expression | null {
  let left: Expression | null = null;
  let operator: Operator | null = null;
  while (reader.place < reader.parts.length) {
    const { close, prefix, word } = reader.parts[reader.place]!.groups!;
    if (close) break;
    if (!prefix && (word === 'AND' || word === 'OR' || word === 'ANDNOT')) {
      if (!left) throw new QueryError(`malformed query: ${word} with nothing before it`);
      operator = word === 'AND' ? 'and' : word === 'OR' ? 'or' : 'not';
      reader.place++;
      continue;
    }
    const right = readOne(reader);
    if (right) left = join(operator ?? 'or', left, right);
    operator = null;
  }
  if (operator) throw new QueryError('malformed query: an operator with nothing behind it');
  return left;
}

function readOne(reader: Reader): Expression | null {
  const part = reader.parts[reader.place++]!;
  const { open, prefix = 'all', phrase, from, to, word } = part.groups!;
  if (open) {
    const inner = readGroup(reader);
    if (!reader.parts[reader.place++]?.groups?.close)
      throw new QueryError('malformed query: unbalanced parentheses');
    return inner;
  }
  if (prefix !== (from ? 'submittedDate' : 'all'))
    throw new QueryError(`malformed query: unknown field ${prefix}`);
  if (from && to)
    return { kind: 'between', date: 'added', from: moment(from, 0), until: moment(to, 1), written: part[0] };
  const written = phrase ?? word;
  if (written === undefined) throw new QueryError(`malformed query near ${part[0]}`);
  const words = wordsOf(written);
  if (written.endsWith('*') && words.length) words[words.length - 1] = `${words.at(-1)}*`;
  const quoted = phrase !== undefined;
  return words.length ? { kind: 'words', words, field: 'all', written, quoted } : { kind: 'nothing' };
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
