import type { FieldName, Source, Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';

/** A topic as an expression. Every node knows its span in the text. */
export type Node =
  /** Words without operators between them. */
  | (Span & { kind: 'words'; text: string })
  /** A quoted phrase: word for word, stop words included. */
  | (Span & { kind: 'phrase'; text: string })
  /** `neuro*`: all words with this beginning. */
  | (Span & { kind: 'prefix'; text: string })
  | (Span & { kind: 'field'; field: FieldName; item: Node })
  /** `explicit` if the reader wrote AND; otherwise the parts merely follow each other. */
  | (Span & { kind: 'and'; items: Node[]; explicit: boolean })
  /** `explicit` if the reader wrote OR in capitals. */
  | (Span & { kind: 'or'; items: Node[]; explicit: boolean })
  | (Span & { kind: 'not'; item: Node });

export interface Syntax {
  /** Null if there is nothing to search for. */
  root: Node | null;
  notes: Note[];
}

/** Maximum depth of parentheses. Deeper ones are ignored. */
const deepest = 20;

/**
 * Parses a topic: AND, OR, NOT in capitals (`or` in lower case inside parentheses), parentheses, "phrases", -exclusion,
 * prefix*, and the fields title:, type:, source:, author: and journal:. NOT binds before AND, AND before OR; adjacent
 * words are read together. Never throws: reads a faulty operator as words and adds a note. `sources` are those of the index.
 */
export function parseSyntax(text: string, sources: readonly Source[]): Syntax {
  const notes: Note[] = [];
  const tokens = tokensOf(text, notes);
  const state: State = { tokens, at: 0, notes, depth: 0, sources };
  const items: Node[] = [];
  while (state.at < tokens.length) {
    const node = parseOr(state);
    if (node) items.push(node);
    const stray = tokens[state.at];
    if (!stray) break;
    notes.push({ ...spanOf(stray), text: 'This closing parenthesis has no opening one and was ignored.' });
    state.at++;
  }
  return { root: joined('and', items), notes };
}

interface State {
  tokens: readonly Token[];
  at: number;
  notes: Note[];
  depth: number;
  sources: readonly Source[];
}

const parseOr = (state: State): Node | null => parseChain(state, 'or', parseAnd);

const parseAnd = (state: State): Node | null => parseChain(state, 'and', parseSequence);

/** Parses operands with an operator between them. Adds a note for an operator that lacks one. */
function parseChain(state: State, kind: 'and' | 'or', parseItem: (state: State) => Node | null): Node | null {
  const items: Node[] = [];
  let operator: Token | null = null;
  let explicit = false;
  for (;;) {
    const item = parseItem(state);
    if (item) items.push(item);
    if (operator && (!item || items.length < 2)) noteDangling(state, operator);
    if (!takes(state, kind)) return joined(kind, items, explicit);
    operator = state.tokens[state.at - 1]!;
    if (operator.text !== 'or') explicit = true;
    if (!item && items.length === 0) noteDangling(state, operator);
  }
}

/** Parses items without an operator: words, phrases, groups, exclusions. */
function parseSequence(state: State): Node | null {
  const items: Node[] = [];
  for (let next = peek(state); next && !['and', 'or', 'close'].includes(next.kind); next = peek(state)) {
    const item = parseOperand(state);
    if (item) items.push(item);
  }
  return joined('and', items);
}

function parseOperand(state: State): Node | null {
  const token = state.tokens[state.at++]!;
  const span = spanOf(token);
  switch (token.kind) {
    case 'open':
      return parseGroup(state, token);
    case 'not':
    case 'minus':
      return parseNegation(state, token);
    case 'field':
      return parseField(state, token);
    case 'phrase':
      return { ...span, kind: 'phrase', text: token.text };
    default:
      if (token.text.length > 3 && /^[\p{L}\p{N}-]+\*$/u.test(token.text))
        return { ...span, kind: 'prefix', text: token.text.slice(0, -1) };
      return wordsFrom(state, token);
  }
}

function wordsFrom(state: State, first: Token): Node {
  const words = [first];
  for (let next = peek(state); next?.kind === 'word' && !next.text.endsWith('*'); next = peek(state)) {
    words.push(next);
    state.at++;
  }
  const to = words.at(-1)!.to;
  return { from: first.from, to, kind: 'words', text: words.map(({ text }) => text).join(' ') };
}

function parseGroup(state: State, open: Token): Node | null {
  if (state.depth >= deepest) return null;
  state.depth++;
  const inside = parseOr(state);
  state.depth--;
  if (!takes(state, 'close'))
    state.notes.push({
      ...spanOf(open),
      text: 'The parenthesis opened here is never closed; it was closed at the end.',
    });
  return inside;
}

function parseNegation(state: State, sign: Token): Node | null {
  const next = peek(state);
  if (sign.kind === 'minus' && next?.kind === 'word') {
    state.at++;
    return {
      from: sign.from,
      to: next.to,
      kind: 'not',
      item: { ...spanOf(next), kind: 'words', text: next.text },
    };
  }
  const startsOperand = next && !['and', 'or', 'close', 'not'].includes(next.kind);
  const item = startsOperand ? parseOperand(state) : null;
  if (!item && sign.kind === 'not') noteDangling(state, sign);
  return item && { from: sign.from, to: item.to, kind: 'not', item };
}

function parseField(state: State, token: Token): Node | null {
  const next = peek(state);
  if (!next || !['word', 'phrase', 'open'].includes(next.kind))
    return { ...spanOf(token), kind: 'words', text: token.text };
  const field = token.text as FieldName;
  const unknown = unknownValue(field, next, state.sources);
  if (unknown) {
    state.notes.push({ from: token.from, to: next.to, text: unknown });
    return parseOperand(state);
  }
  if (next.kind === 'word') {
    state.at++;
    return {
      ...{ from: token.from, to: next.to, kind: 'field', field },
      item: { ...spanOf(next), kind: 'words', text: next.text },
    };
  }
  const item = parseOperand(state);
  return item
    ? { from: token.from, to: item.to, kind: 'field', field, item }
    : { ...spanOf(token), kind: 'words', text: token.text };
}

/** The note about a value that a field does not accept. */
function unknownValue(field: FieldName, { kind, text }: Token, sources: readonly Source[]): string | null {
  if (kind === 'open') return null;
  if (field === 'type' && !isKnownType(text))
    return `No kind of document is called “${text}”; it is read as plain words.`;
  const isSource = sources.some(({ name, label }) =>
    [name, label].some((one) => one.toLowerCase() === text.toLowerCase()),
  );
  if (field === 'source' && !isSource) {
    const usual = sources.flatMap(({ label, isUsual }) => (isUsual ? label : []));
    return `No source is called “${text}” (there are ${usual.join(', ')}); it is read as plain words.`;
  }
  return null;
}

/** One node for several. Flattens groups of the same kind. */
function joined(kind: 'and' | 'or', items: Node[], explicit = false): Node | null {
  if (items.length < 2) return items[0] ?? null;
  const { from } = items[0]!;
  const { to } = items.at(-1)!;
  return { from, to, kind, items, explicit };
}

const peek = ({ tokens, at }: State): Token | undefined => tokens[at];

function takes(state: State, kind: TokenKind): boolean {
  if (peek(state)?.kind !== kind) return false;
  state.at++;
  return true;
}

function noteDangling({ notes }: State, operator: Token): void {
  if (notes.some(({ from }) => from === operator.from)) return;
  notes.push({ ...spanOf(operator), text: `${operator.text} joins nothing here and was ignored.` });
}

const spanOf = ({ from, to }: Span): Span => ({ from, to });

/** A remark for the reader on how a part of the topic was read. */
export interface Note extends Span {
  text: string;
}

export type TokenKind = 'word' | 'phrase' | 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'field';
export interface Token extends Span {
  kind: TokenKind;
  text: string;
}

const lexer =
  /(?<quote>["“”„«»])|(?<open>\()|(?<close>\))|(?<tag>\[[a-z/ -]{2,30}(?::[a-z]+)?\])|(?<minus>(?<![^\s(])[-−–](?=[\p{L}\p{N}"“„(]))|(?<field>(?<![^\s(−–-])(?:title|type|source|author|journal):\s?(?=["“(\p{L}\p{N}]))|(?<word>[^\s()"“”„«»[\]]+|[[\]])/giu;

/** Splits a topic into words, phrases and operators. Notes what it ignores. */
export function tokensOf(text: string, notes: Note[]): Token[] {
  const tokens: Token[] = [];
  let depth = 0;
  lexer.lastIndex = 0;
  for (let match = lexer.exec(text); match; match = lexer.exec(text)) {
    const [raw] = match;
    const span = { from: match.index, to: match.index + raw.length };
    const { quote, open, close, tag, minus, field } = match.groups!;
    if (quote) {
      const end = closingQuote(text, span.to);
      const inside = text.slice(span.to, end < 0 ? undefined : end);
      if (end < 0)
        notes.push({
          ...span,
          text: 'The quotation mark here has no partner; the words after it are read as plain words.',
        });
      else {
        if (/[\p{L}\p{N}]/u.test(inside))
          tokens.push({ from: span.from, to: end + 1, kind: 'phrase', text: inside.trim() });
        lexer.lastIndex = end + 1;
      }
    } else if (open) {
      depth++;
      tokens.push({ ...span, kind: 'open', text: raw });
    } else if (close) {
      depth = Math.max(0, depth - 1);
      tokens.push({ ...span, kind: 'close', text: raw });
    } else if (tag)
      notes.push({
        ...span,
        text: `${raw} is a field tag of another search engine: titles and abstracts are searched anyway.`,
      });
    else if (minus) tokens.push({ ...span, kind: 'minus', text: raw });
    else if (field) tokens.push({ ...span, kind: 'field', text: raw.trim().slice(0, -1).toLowerCase() });
    else tokens.push({ ...span, kind: kindOf(raw, depth), text: raw });
  }
  return tokens;
}

const closingQuote = (text: string, from: number): number => {
  const found = text.slice(from).search(/["“”„«»]/);
  return found < 0 ? -1 : from + found;
};

function kindOf(word: string, depth: number): TokenKind {
  if (word === 'AND' || word === '&&') return 'and';
  if (word === 'OR' || word === '||' || (depth > 0 && (word === 'or' || word === '|'))) return 'or';
  if (word === 'NOT') return 'not';
  return 'word';
}
