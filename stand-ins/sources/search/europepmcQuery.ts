import { QueryError } from './expression.ts';

/** A result's values in the fields that queries name. */
export interface Fields {
  SRC: string;
  PUBLISHER: string;
  DOI: string;
  EXT_ID: string;
  PUB_TYPE: string[];
  /** `12345_MED` for each PMID in its list of references. */
  CITES: string[];
  TITLE_ABS: string;
  HAS_ABSTRACT: 'Y' | 'N';
  HAS_PUBLISHED_VERSION: 'Y' | 'N';
  /** In days. */
  FIRST_PDATE: string;
  FIRST_IDATE: string;
  UPDATE_DATE: string;
}

export type Matches = (fields: Fields) => boolean;

/**
 * Parses a query as Europe PMC does: fields with a word, a phrase or a range, joined by AND, OR and NOT from left to right,
 * with brackets. An unknown field matches nothing.
 * @throws QueryError for a query that does not end where it should.
 */
export function readEuropePmcQuery(query: string): Matches {
  const tokens = query.match(/\(|\)|[A-Z_]+:(?:"[^"]*"|\[[^\]]*\]|[^\s()]+)|"[^"]*"|[^\s()]+/g) ?? [];
  let at = 0;

  function any(): Matches {
    let left = one();
    while (at < tokens.length && tokens[at] !== ')') {
      const operator = /^(?:AND|OR|NOT)$/.test(tokens[at]!) ? tokens[at++]! : 'AND';
      // `AND NOT` is one operator in two words.
      const negated = operator === 'NOT' || (operator === 'AND' && tokens[at] === 'NOT' && at++ > 0);
      const [before, after] = [left, one()];
      left =
        operator === 'OR'
          ? (fields) => before(fields) || after(fields)
          : (fields) => before(fields) && after(fields) !== negated;
    }
    return left;
  }

  function one(): Matches {
    const token = tokens[at++];
    if (token === undefined || token === ')') throw new QueryError('unbalanced');
    if (token !== '(') return field(token);
    const inside = any();
    if (tokens[at++] !== ')') throw new QueryError('unbalanced');
    return inside;
  }

  const matches = any();
  if (at < tokens.length) throw new QueryError('unbalanced');
  return matches;
}

function field(token: string): Matches {
  const [, name = '', given = token] = /^([A-Z_]+):(.*)$/s.exec(token) ?? [];
  const range = /^\[(\S+) TO (\S+)\]$/.exec(given);
  const wanted = plain(given.replace(/^"|"$/g, ''));
  if (!name) return ({ TITLE_ABS }) => contains(TITLE_ABS, wanted);
  return (fields) => {
    if (!Object.hasOwn(fields, name)) return false;
    const value = fields[name as keyof Fields];
    if (range) return typeof value === 'string' && value >= range[1]! && value <= range[2]!;
    if (name === 'TITLE_ABS') return contains(fields.TITLE_ABS, wanted);
    return [value].flat().some((text) => plain(text) === wanted);
  };
}

const plain = (text: string): string => text.toLowerCase().trim();

const contains = (text: string, words: string): boolean =>
  ` ${text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ')} `.includes(
    ` ${words.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `,
  );
