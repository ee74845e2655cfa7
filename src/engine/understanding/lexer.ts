import type { Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';

/** A remark for the reader on how a part of the topic was read. */
export interface Note extends Span {
  text: string;
}

type Sign = 'open' | 'close' | 'and' | 'or' | 'not' | 'minus' | 'field' | 'only';
export type TokenKind = 'word' | 'phrase' | Sign;
export interface Token extends Span {
  kind: TokenKind;
  text: string;
}

const lexer =
  /(?<other>(?<![^\s(])(?:(?:TITLE-ABS-KEY|TITLE-ABS|TITLE|ABS|(?:AUTH)?KEY|ALL)(?=\s?\()|(?:TS|TI|AB|AK|ALL)=|(?:abs|all|co|jr|abstract|title_abs|kw|mesh|(?:all)?in(?:title|text)):\s?(?=\S)|(?:FIRST_PDATE|PUB_YEAR):\[[^\]]{4,40}\]|PY=\(?\d{4}[^\s()]{0,6}\)?|submittedDate:\[[^\]]{4,40}\]|(?:after|before|pub_year):\d{4}|"publication year":"?\d{4}"?|yr="[^"]{4,20}"|\[\d{4}-\d{4}\]\/py|\[[a-z -]{2,30}\]\/lim|pd\(\d{6,8}-\d{6,8}\)|"\p{L}[\p{L} /]{2,30}":(?=\S)|(?!(?:title|type|source|author|authors|journal|year|auth|srctitle|pub_type):)\p{L}[\p{L}_]{2,20}:(?=["“(])|(?!has_|open_|pub_|first_)\p{L}{2,12}_\p{L}{2,12}:(?=[\p{L}\d])|(?:LA|WC|DT|SU|CU)=(?:\([^()]{1,80}\)|\S+)|(?:cat|site|filetype|has_[a-z]{2,20}|open_access|src|pub_year|first_pdate):\S+|(?:TI|AB|SU|noft|tiab)(?=\("?\p{L}{4,}[^()]{0,200}\)(?!\d))|(?:MH|DE|SU|TX|TI|AB)(?=\s")|(?:SUBJAREA|DOCTYPE|SUBTYPE|PUBSTAGE|SRCTYPE|AFFILCOUNTRY|AFFILORG|AFFIL|LIMIT-TO|EXCLUDE|REF|LANGUAGE)\s?\([^()]{2,80}\)|(?:adj\d+|NEAR\/\d+|W\/\d+|PRE\/\d+)(?=\s)|exp(?=\s[^()"\n]{2,60}\/(?![\p{L}\d]))|PUBYEAR\s?[<>=]{1,2}\s?\d{4})|(?<=["”)'])(?:~\d+|\^\d+|:(?:ti|ab|kw|de|rn|tn)(?:,(?:ti|ab|kw|de|rn|tn))*|(?:\/(?:exp|de|mj)){1,2}|\.(?:tw|mp|kw|kf|sh|hw|pt|ti|ab)(?:,(?:ti|ab|kw|kf|ot|hw|nm))*\.)(?![\p{L}\d]))|(?<quote>["“”„«»])|(?<open>\()|(?<close>\))|(?<tag>\[(?:1au|[a-z/ -]{2,30}(?::~?[a-z\d]+)?)\])|(?<minus>(?<![^\s(])[-−–!](?=[\p{L}\p{N}"“„(]))|(?<field>(?<![^\s(−–-])(?:title|type|source|author|authors|journal|year|ti|au|auth|srctitle|pub_type):\s?(?=["“(\p{L}\p{N}])|(?:AU|SO)=(?=["“(\p{L}])|(?:AUTH|SRCTITLE)(?=\s?\())|(?<word>[^\s()"“”„«»[\]]+|[[\]])/giu;

/** Fields of Ovid (`.tw.`, `.ti,ab.`) and Embase (`:ti,ab`), their marks of a heading, and weights, behind a word. */
const ofOtherEngine =
  /(?<=[\p{L}\p{N}*$'])(?:\.(?:tw|mp|kw|kf|sh|hw|pt|ti|ab|au|jn)(?:,(?:ti|ab|kw|kf|ot|hw|nm))*\.|:(?:ti|ab|kw|de|tw)(?:,(?:ti|ab|kw|de|rn|tn))*|(?:\/(?:exp|de|mj)){1,2}|\/|(?<=\p{L}{2})[~^]\d{0,2})$/u;

/** One letter that may differ or be missing (`wom?n`, `colo$r`), and Ovid's `child$`: read as the beginning of a word. */
const wildcard = /^(\p{L}{3,30})(?:[?$#]\p{L}+|\$)$/u;

const otherEngine = (span: Span, raw: string): Note => ({
  ...{ from: span.from, to: span.to },
  text: `${raw} is a field tag of another search engine: titles and abstracts are searched anyway.`,
});

/** Our field of a name with its sign (`au:`, `SO=`), other engines' names included. */
function fieldCalled(raw: string): string {
  const name = raw.toLowerCase().replace(/[=:\s]/g, '');
  if (/^au/.test(name)) return 'author';
  return { ti: 'title', so: 'journal', srctitle: 'journal', pub_type: 'type' }[name] ?? name;
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
    tokens.pop();
    tokens.push({ ...before, to, kind: 'field', text: field }, { ...before, to, kind: 'phrase', text });
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
  if (/^\[(?:pt|ptyp|publication type)\]$/i.test(tag))
    for (let size = 4; size > 0; size--) {
      const name = tokens.slice(-size);
      const text = name.map((one) => one.text).join(' ');
      if ((size > 1 && name.some(({ kind }) => kind !== 'word')) || !isKnownType(text)) continue;
      before.from = name[0]!.from;
      tokens.splice(-size, size - 1);
      return add('type', text);
    }
  // What limits another engine is no word of the subject.
  if (/^\[(?:la|lang|language|sb|filter|text)\]$/i.test(tag))
    for (let n = 0; n < wordsOfTag && /^(?:word|phrase)$/.test(tokens.at(-1)?.kind ?? ''); n++) tokens.pop();
  if (/^\[(?:journal|jour|ta)\]$/i.test(tag)) return add('journal', before.text);
  if (/^\[(?:mh|mesh|mesh terms)\]$/i.test(tag) && /^humans?$/i.test(before.text)) tokens.pop();
  if (!/^\[(?:au|author|1au|fau|lastau)\]$/i.test(tag)) return false;
  // `Okafor A[au]`
  const family = tokens.at(-2);
  const isInitial =
    /^\p{Lu}{1,3}$/u.test(before.text) && family?.kind === 'word' && /^\p{Lu}\p{L}/u.test(family.text);
  if (isInitial) before.from = tokens.splice(-2, 1)[0]!.from;
  return add('author', isInitial ? `${family.text} ${before.text}` : before.text);
}

/** Words before a tag that belong to it, at most. */
const wordsOfTag = 9;
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
  if (!/^(?:PUBYEAR|PY=|yr=|pd\(|\[\d|"pub|(?:first_p|pub_y|submi|after|before))/i.test(raw)) return null;
  const [from, to] = raw.match(/(?<!\d)(?:19|20)\d\d/g) ?? [];
  if (!from) return null;
  const [, sign] = /([<>]=?)/.exec(raw) ?? [];
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
  const isEbsco = /\b(?:MH|MM|TX) "?\p{L}/u.test(text);
  const isExpression =
    /\bexp [a-z ]{2,40}\/|[a-z*$]\.(?:tw|mp|ti|ab)(?:,\w\w)*\.|\w:(?:ti|ab)\b|\badj\d|\w[\]")]?\[(?:tiab|mh|mesh)\b/i.test(
      text,
    );
  let depth = 0;
  lexer.lastIndex = 0;
  for (let match = lexer.exec(text); match; match = lexer.exec(text)) {
    const [raw] = match;
    const span = { from: match.index, to: match.index + raw.length };
    const [size, last] = [tokens.length, tokens.slice(-wordsOfTag)];
    const { other, quote, open, close, tag, minus, field } = match.groups!;
    const add = (kind: TokenKind, text = raw, to = span.to) =>
      tokens.push({ from: span.from, to, kind, text });
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
    } else if (other && limitedYears(raw)) {
      add('field', 'year');
      add('phrase', limitedYears(raw)!);
    } else if (other && isKnownType(/^\[(?!article)(.+)\]\/lim$/.exec(raw)?.[1] ?? '')) {
      add('field', 'type');
      add('phrase', raw.slice(1, -5));
    } else if (
      other ||
      (tag && !translated(tokens, raw, span.to)) ||
      (isEbsco && /^(?:AB|DE|M[HM]|SU|T[IX])$/.test(raw))
    ) {
      const from = last[last.length + tokens.length - size]?.from ?? span.from;
      notes.push(otherEngine({ from, to: span.to }, text.slice(from, span.to)));
    } else if (tag) continue;
    else if (minus) add('minus');
    else if (field) add('field', fieldCalled(raw));
    else if (isEbsco && raw === 'PT') add('field', 'type');
    else {
      const end = ofOtherEngine.exec(raw);
      if (end) notes.push(otherEngine({ from: span.to - end[0].length, to: span.to }, end[0]));
      const word = end ? raw.slice(0, end.index) : raw;
      const operator = isExpression ? word.replace(/^(?:and|or|not)$/, (one) => one.toUpperCase()) : word;
      add(kindOf(operator, depth), word.replace(wildcard, '$1*'), span.from + word.length);
      const meant = /^\.(au|jn|pt)\.$/.exec(end?.[0] ?? '')?.[1];
      if (meant) translated(tokens, `[${meant === 'jn' ? 'journal' : meant}]`, span.to);
    }
  }
  return tokens;
}

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
