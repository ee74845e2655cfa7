/** `text` is title and abstract, `type` a publication type. */
export type Field = 'all' | 'text' | 'type';

/** A parsed query of either service's language. */
export type Expression =
  | { kind: 'everything' }
  | { kind: 'nothing' }
  /** Adjacent words in the field; the last may end in `*`. */
  | { kind: 'words'; words: string[]; field: Field; written: string; quoted: boolean }
  /** The record's own DOI, or its PMCID, in lower case. */
  | { kind: 'doi'; doi: string }
  /** Numeric ids, both ends included. */
  | { kind: 'numbered'; first: number; last: number }
  /** Milliseconds, the first included, the last not. */
  | { kind: 'between'; date: 'added' | 'changed'; from: number; until: number; written: string }
  | { kind: 'and' | 'or' | 'not'; left: Expression; right: Expression };

export type Operator = 'and' | 'or' | 'not';

export const join = (kind: Operator, left: Expression | null, right: Expression): Expression =>
  left ? { kind, left, right } : right;

/** Every leaf, from left to right. */
export function leaves(expression: Expression): Expression[] {
  return 'left' in expression ? [...leaves(expression.left), ...leaves(expression.right)] : [expression];
}

/** A query that cannot be parsed; the client gets the message. */
export class QueryError extends Error {}
