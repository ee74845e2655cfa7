import { noOrcid, orcidIn } from '../core/orcid.ts';
import type { FieldName, Source, Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';
import { type Token, type TokenKind, tokensOf } from './lexer.ts';
import { ofAddress, ofLines } from './pasted.ts';
import { readPlainly } from './plainly.ts';
import { type Note, withoutFraming } from './sentences.ts';

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
  /** Where words only ask for papers: “I am interested in”. */
  asked: Span[];
}

/** Maximum depth of parentheses. Deeper ones are ignored. */
const deepest = 20;

/**
 * Parses a topic: AND, OR, NOT in capitals (`or` in lower case inside parentheses), parentheses, "phrases", -exclusion,
 * prefix*, and the fields title:, type:, source:, author:, orcid:, journal: and year:, and what a sentence says of them (`plainly.ts`). NOT binds before AND, AND before OR; adjacent
 * words are read together. Never throws: reads a faulty operator as words and adds a note. `sources` are those of the index.
 */
export function parseSyntax(written: string, sources: readonly Source[]): Syntax {
  const notes: Note[] = [];
  const { text, asked } = withoutFraming(ofAddress(written, notes), notes);
  const tokens = readPlainly(ofLines(tokensOf(text, notes), notes), text);
  const state: State = { tokens, at: 0, notes, dangling: new Set(), depth: 0, sources };
  const items: Node[] = [];
  while (state.at < tokens.length) {
    const node = parseOr(state);
    if (node) items.push(node);
    const stray = tokens[state.at];
    if (!stray) break;
    notes.push({ ...spanOf(stray), text: 'This closing parenthesis has no opening one and was ignored.' });
    state.at++;
  }
  return { root: joined('and', items), notes, asked };
}

/** The words and phrases of an expression, except what it excludes. */
export const textsOf = (node: Node): string[] => {
  if (node.kind === 'not') return [];
  if ('items' in node) return node.items.flatMap(textsOf);
  return 'item' in node ? textsOf(node.item) : [node.text];
};

/** The words that a topic asks for, without its operators, and what it excludes. Fields are neither. */
export function askedIn(topic: string): { words: string; excluded: string[] } {
  const { root } = parseSyntax(topic, []);
  const all = (node: Node, excludes: boolean): { text: string; excludes: boolean }[] => {
    if (node.kind === 'field' && node.field !== 'title') return [];
    if (node.kind === 'not') return all(node.item, true);
    if ('items' in node) return node.items.flatMap((item) => all(item, excludes));
    return 'item' in node ? all(node.item, excludes) : [{ text: node.text, excludes }];
  };
  const texts = root ? all(root, false) : [];
  const of = (wanted: boolean) => texts.filter(({ excludes }) => excludes === wanted).map(({ text }) => text);
  return { words: of(false).join(' '), excluded: of(true) };
}

interface State {
  tokens: readonly Token[];
  at: number;
  notes: Note[];
  /** Where operators stand that join nothing. */
  dangling: Set<number>;
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
    case 'only': {
      const item = parseOperand(state);
      return item && { from: token.from, to: item.to, kind: 'and', items: [item], explicit: true };
    }
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
  return asWords(words);
}

const asWords = (words: readonly Token[]): Node & { kind: 'words' } => ({
  ...{ from: words[0]!.from, to: words.at(-1)!.to },
  ...{ kind: 'words', text: words.map(({ text }) => text).join(' ') },
});

function parseGroup(state: State, open: Token): Node | null {
  if (state.depth >= deepest) return null;
  state.depth++;
  const inside = parseOr(state);
  state.depth--;
  const text = 'The parenthesis opened here is never closed; it was closed at the end.';
  if (!takes(state, 'close')) state.notes.push({ ...spanOf(open), text });
  return inside;
}

function parseNegation(state: State, sign: Token): Node | null {
  const next = peek(state);
  if (sign.kind === 'minus' && next?.kind === 'word') {
    state.at++;
    const item = { ...spanOf(next), kind: 'words', text: next.text } as const;
    return { from: sign.from, to: next.to, kind: 'not', item };
  }
  const startsOperand = next && !['and', 'or', 'close', 'not'].includes(next.kind);
  const item = startsOperand ? parseOperand(state) : null;
  if (!item && sign.kind === 'not') noteDangling(state, sign);
  return item && { from: sign.from, to: item.to, kind: 'not', item };
}

function parseField(state: State, token: Token): Node | null {
  const next = peek(state);
  const alone: Node = { ...spanOf(token), kind: 'words', text: token.text };
  if (!next || !['word', 'phrase', 'open'].includes(next.kind)) return alone;
  const field = token.text as FieldName;
  const unknown = unknownValue(field, next, state.sources);
  if (unknown) {
    state.notes.push({ from: token.from, to: next.to, text: unknown });
    if (field !== 'orcid') return parseOperand(state);
    state.at++;
    return null;
  }
  if (next.kind === 'word') {
    // `author: Jane Okafor`
    const isSpaced = field === 'author' && token.to - token.from > 'author:'.length;
    const rest = isSpaced ? state.tokens.slice(state.at + 1, state.at + 4) : [];
    const end = rest.findIndex(
      ({ kind, text }) => kind !== 'word' || !/^\p{Lu}(?:\.|\p{L}*\p{Ll})?$/u.test(text),
    );
    const item = asWords([next, ...rest.slice(0, end < 0 ? rest.length : end)]);
    state.at += item.text.split(' ').length;
    return { from: token.from, to: item.to, kind: 'field', field, item };
  }
  const item = parseOperand(state);
  return item ? { from: token.from, to: item.to, kind: 'field', field, item } : alone;
}

/** The note about a value that a field does not accept. */
function unknownValue(field: FieldName, { kind, text }: Token, sources: readonly Source[]): string | null {
  if (kind === 'open') return null;
  if (field === 'orcid' && !orcidIn(text)) return noOrcid(text);
  if (field === 'year' && !yearsIn(text))
    return `“${text}” names no years (2024, 2020-2024, 2020-); it is read as plain words.`;
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

/** The years that `2020-2024`, `2020-`, `-2024` or `2020` names, both included; null if it names none. */
export function yearsIn(text: string): { from: number; to: number } | null {
  const [, from, dash, to] = /^((?:19|20)\d\d)?([-–:])?((?:19|20)\d\d)?$/.exec(text.trim()) ?? [];
  if (!from && !to) return null;
  return { from: Number(from ?? 0), to: Number(to ?? (dash ? 9999 : from)) };
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

function noteDangling({ notes, dangling }: State, operator: Token): void {
  if (dangling.has(operator.from)) return;
  dangling.add(operator.from);
  notes.push({ ...spanOf(operator), text: `${operator.text} joins nothing here and was ignored.` });
}

const spanOf = ({ from, to }: Span): Span => ({ from, to });
