/** A span of the text that a reader typed, in UTF-16 units. */
export interface Span {
  from: number;
  to: number;
}

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
