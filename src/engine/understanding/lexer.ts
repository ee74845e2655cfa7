import { orcidIn } from '../core/orcid.ts';
import type { Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';
import { type Note, sayings } from './sentences.ts';

type Sign = 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'field' | 'only';
export type TokenKind = 'word' | 'phrase' | Sign;
export interface Token extends Span {
  kind: TokenKind;
  text: string;
}

/** What a topic is made of. What stands before and behind words in other engines is in `engines.tsv`. */
const lexer = new RegExp(
  [
    String.raw`(?<orcid>(?<![^\s(−–-])${sayings('orcid')})`,
    String.raw`(?<![^\s(−–-])(?:(?<years>${sayings('engineYears')})|(?<type>${sayings('type')})|(?<mark>${sayings('mark')}))`,
    String.raw`(?<=["”)'])(?<behind>[~^]\d+|${sayings('behind')})(?![\p{L}\d])`,
    String.raw`(?<field>(?<![^\s(−–-])${sayings('field')})`,
    String.raw`(?<quote>["“”„«»])|(?<open>\()|(?<close>\))|(?<tag>${sayings('tag')})`,
    String.raw`(?<minus>(?<![^\s(])[-−–!](?=\d*[\p{L}"“„(]))`,
    String.raw`(?<word>[^\s()"“”„«»[\]]+|[[\]])`,
  ].join('|'),
  'giu',
);

/** Fields of Ovid and Embase, their marks of a heading, and weights, behind a word. */
const ofOtherEngine = new RegExp(
  String.raw`(?<=[\p{L}\p{N}*$'])(?:${sayings('behind')}|\/|(?<=\p{L}{2})[~^]\d{0,2})$`,
  'u',
);

/** One letter that may differ or be missing (`wom?n`, `colo$r`), and Ovid's `child$`: read as the beginning of a word. */
const wildcard = /^(\p{L}{3,30})(?:[?$#]\p{L}+|\$)$/u;
/** The star behind an initial (`Koelmans A*`), which finds nothing. */
const starred = /^(\p{L}{1,2})\*$/u;
/** Ovid's mark of a main heading, and Embase's quotes about one word with a star. */
const wrapped = /^(?:\*(?=\p{Lu}\p{Ll})|'(?=\p{L}+\*'?$))|(?<=\*)'$/gu;

const otherEngine = (span: Span, raw: string): Note => ({
  ...{ from: span.from, to: span.to },
  text: `${raw} is a field tag of another search engine: titles and abstracts are searched anyway.`,
});

/** Our field of a name with its sign (`au:`, `SO=`), other engines' names included. */
function fieldCalled(raw: string): string {
  const name = raw.toLowerCase().replace(/[=:\s]/g, '');
  if (/^"?au/.test(name)) return 'author';
  if (/^(?:so|srctitle|"publicationtitle")$/.test(name)) return 'journal';
  return { ti: 'title', pub_type: 'type', pt: 'type' }[name] ?? name;
}

/**
 * Turns a token before a tag of PubMed into the field that it means: years before `[dp]`, a publication type before `[pt]`, an
 * author before `[au]`. Returns whether it could.
 */
function translated(tokens: Token[], tag: string, to: number): boolean {
  const before = tokens.at(-1);
  if (!before || (before.kind !== 'word' && before.kind !== 'phrase')) return false;
  const years = /^(\d{4})(?:\/\d+)*(?::(\d{4})(?:\/\d+)*)?$/.exec(before.text);
  const add = (field: string, text: string): boolean => {
    tokens.splice(-1, 1, ...fieldOf(field, text, { from: before.from, to }));
    return true;
  };
  const since = tokens.at(-3);
  const isDay = /^\[(?:dp|pdat|date - publication|edat|crdt)\]$/i.test(tag);
  if (isDay && years && tokens.at(-2)?.text === ':' && since?.kind === 'phrase') {
    since.text = `${since.text.slice(0, 4)}-${years[1] === '3000' ? '' : years[1]}`;
    since.to = to;
    return Boolean(tokens.splice(-2));
  }
  if (isDay && years)
    return add('year', years[2] === '3000' ? `${years[1]}-` : `${years[1]}-${years[2] ?? years[1]}`);
  const isJournal = /^\[(?:journal|jour|ta|jn)\]$/i.test(tag);
  if (isJournal || /^\[(?:pt|ptyp|publication type)\]$/i.test(tag))
    for (let size = isJournal ? wordsOfTag : 4; size > 0; size--) {
      const name = tokens.slice(-size);
      const text = name.map((one) => one.text).join(' ');
      if ((size > 1 && name.some(({ kind }) => kind !== 'word')) || !(isJournal || isKnownType(text)))
        continue;
      before.from = name[0]!.from;
      tokens.splice(-name.length, name.length - 1);
      return add(isJournal ? 'journal' : 'type', text);
    }
  // What limits another engine is no word of the subject.
  if (/^\[(?:la|lang|language|sb|filter|text)\]$/i.test(tag))
    for (let n = 0; n < wordsOfTag && /^(?:word|phrase)$/.test(tokens.at(-1)?.kind ?? ''); n++) tokens.pop();
  if (/^\[(?:mh|mesh|mesh terms)\]$/i.test(tag) && /^humans?$/i.test(before.text))
    if (tokens.at(-2)?.kind !== 'not') tokens.pop();
  if (!/^\[(?:au|author|1au|fau|lastau)\]$/i.test(tag)) return false;
  // `Okafor A[au]`
  const family = tokens.at(-2);
  const isInitial =
    /^\p{Lu}{1,3}$/u.test(before.text) && family?.kind === 'word' && /^\p{Lu}\p{L}/u.test(family.text);
  if (isInitial) before.from = tokens.splice(-2, 1)[0]!.from;
  return add('author', isInitial ? `${family.text} ${before.text}` : before.text);
}

/** PubMed's tag for a field of Ovid: `.au.`. */
const tagOf = (field = ''): string =>
  /^\.(?:au|jn|pt|la|lg)\.$/.test(field) ? `[${field.slice(1, -1).replace('lg', 'la')}]` : '';

/** Words before a tag that belong to it, at most. */
const wordsOfTag = 9;
/** EBSCO's fields and distances before words. */
const ebsco = /^(?:AB|DE|M[HM]|SU|T[IX]|XB|[NW]\d{1,2})$/;
/** A topic all in capitals, which then mean nothing: an abbreviation has seldom six letters. */
const isShouted = (text: string): boolean => !/\p{Ll}/u.test(text) && /\p{Lu}{6}/u.test(text);

/** A topic all in capitals without small letters; in `FOOD DYES AND ADHD` only AND means nothing. */
const withoutCapitals = (text: string): string =>
  isShouted(text)
    ? text.toLowerCase()
    : !/\p{Ll}|\b(?:OR|NOT)\b/u.test(text) && /\p{Lu}{4}/u.test(text)
      ? text.replace(/\bAND\b/g, 'and')
      : text;

/** The years that another engine's limit names (`PUBYEAR > 2018`, `PY=2015-2020`, `yr="2015 -Current"`), as `year:` takes them. */
function limitedYears(raw: string): string | null {
  const [from, to] = raw.match(/(?<!\d)(?:19|20)\d\d/g) ?? [];
  if (!from) return null;
  const [, sign] = /([<>]=?)/.exec(raw.replace('AFT', '>').replace('BEF', '<')) ?? [];
  if (/^(?:after|before):/i.test(raw)) return /^a/i.test(raw) ? `${from}-` : `-${from}`;
  if (sign)
    return sign[0] === '>' ? `${Number(from) + 2 - sign.length}-` : `-${Number(from) - 2 + sign.length}`;
  return /current/i.test(raw) ? `${from}-` : `${from}-${to ?? from}`;
}

/** Splits a topic into words, phrases and operators. Notes what it ignores. */
export function tokensOf(written: string, notes: Note[]): Token[] {
  const tokens: Token[] = [];
  // Some capitals have two small letters, which would move everything behind them.
  const small = withoutCapitals(written);
  const text = small.length === written.length ? small : written;
  const isEbsco = /\b(?:(?:MH|MM|TX|XB) "?\p{L}|(?:AU|DE|SO|SU|TI|AB) "|(?:AU|SU|TI) \()/u.test(text);
  const isExpression =
    /\bexp [a-z\d ,()'*-]{2,60}\/|[a-z*$)"]\.(?:tw|mp|ti|ab)(?:,\w\w)*\.|[\w)]:(?:ti|ab)\b|\badj\d|\w[\]")]?\[(?:tiab|mh|mesh)\b/i.test(
      text,
    );
  let depth = 0;
  const isNear = (raw: string) => depth > 0 && /^(?:NEXT|NEAR|ADJ|SAME)$/.test(raw) && small === written;
  lexer.lastIndex = 0;
  for (let match = lexer.exec(text); match; match = lexer.exec(text)) {
    const [raw] = match;
    const span = { from: match.index, to: match.index + raw.length };
    const [size, last] = [tokens.length, tokens.slice(-wordsOfTag)];
    const { years, type, mark, behind, quote, open, close, tag, minus, field, orcid } = match.groups!;
    const add = (kind: TokenKind, text = raw, to = span.to) =>
      tokens.push({ from: span.from, to, kind, text });
    const range = years && limitedYears(raw);
    const kind = type && (/^src/i.test(raw) ? 'preprint' : raw.replace(/^\[|\]\/lim$|^DT=\(?|\)$/gi, ''));
    if (quote) {
      const end = closingQuote(text, span.to);
      const inside = text.slice(span.to, end < 0 ? undefined : end);
      if (end < 0)
        notes.push({
          ...span,
          text: 'The quotation mark here has no partner; the words after it are read as plain words.',
        });
      else {
        if (/[\p{L}\p{N}]/u.test(inside)) add('phrase', inside.trim(), end + 1);
        lexer.lastIndex = end + 1;
      }
    } else if (open) {
      depth++;
      add('open');
    } else if (close) {
      depth = Math.max(0, depth - 1);
      add('close');
    } else if (orcid) tokens.push(...fieldOf('orcid', orcidIn(raw) ?? raw, span));
    else if (range) tokens.push(...fieldOf('year', range, span));
    else if (kind && kind !== 'article' && isKnownType(kind)) tokens.push(...fieldOf('type', kind, span));
    else if (translated(tokens, tag ?? tagOf(behind), span.to)) continue;
    else if (years || type || mark || behind || tag || isNear(raw) || (isEbsco && ebsco.test(raw))) {
      const from = last[last.length + tokens.length - size]?.from ?? span.from;
      notes.push(otherEngine({ from, to: span.to }, text.slice(from, span.to)));
    } else if (minus) add('minus');
    else if (field) add('field', fieldCalled(raw));
    else if (isEbsco && /^(?:AU|SO|PT)$/.test(raw)) add('field', fieldCalled(raw));
    else {
      const end = ofOtherEngine.exec(raw);
      const noted = end && (/^\.l/.test(end[0]) ? 0 : end.index);
      if (noted !== null) notes.push(otherEngine({ ...span, from: span.from + noted }, raw.slice(noted)));
      const plain = end ? raw.slice(0, end.index) : raw;
      const word = plain.replace(starred, '$1').replace(wrapped, '');
      const operator = isExpression ? word.replace(/^(?:and|or|not)$/, (one) => one.toUpperCase()) : word;
      add(kindOf(operator, depth), word.replace(wildcard, '$1*'), span.from + plain.length);
      translated(tokens, tagOf(end?.[0]), span.to);
    }
  }
  return tokens;
}

/** A field and its value, at one place. */
export const fieldOf = (field: string, text: string, place: Span): Token[] => [
  { ...place, kind: 'field', text: field },
  { ...place, kind: 'phrase', text },
];

const closingQuote = (text: string, from: number): number => {
  const found = text.slice(from).search(/["“”„«»]/);
  return found < 0 ? -1 : from + found;
};

function kindOf(word: string, depth: number): TokenKind {
  if (word === 'AND' || word === '&&') return 'and';
  if (word === 'OR' || word === '||' || word === '|' || (depth > 0 && word === 'or')) return 'or';
  if (word === 'NOT' || word === 'ANDNOT') return 'not';
  return 'word';
}
