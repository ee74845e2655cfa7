import { recalled } from '../core/memo.ts';
import type { Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';
import { isLinkWord, isOfWord, translationOf } from './foreign.ts';
import { fieldOf, type Token } from './lexer.ts';
import { recordNamed, sayings, wholly } from './sentences.ts';

const patterns = new Map<string, RegExp>();
/** Whether words are one of a role of `sentences.tsv`. */
const is = (role: string, words: string) => recalled(patterns, `${role}$`, () => wholly(role)).test(words);
/** What of a role a line begins with. */
const begins = (role: string, line: string) =>
  recalled(patterns, role, () => new RegExp(`^${sayings(role)}`)).exec(line);

/** Subjects that contain one of the words which leave something out. */
const subjects = new RegExp(String.raw`\b${sayings('subject')}(?![\p{L}\p{N}])`, 'giu');
const [but, before] = [`(?:${sayings('but')} )`, sayings('before')];
/** Words after which something is left out, with “but” before them; no and its like are also other words elsewhere. */
const marker = new RegExp(
  `^${but}?${sayings('not')}(?= |$)|^${but}?(?:nicht|pas|non|não|niet|no)(?= ${before} | d')|^${but}(?:nicht|pas|non|não|niet)(?= )`,
);
const beginsWithBut = new RegExp(`^${but}`);
const noBefore = new RegExp(`^no ${before} `);
const looksForeign =
  /[à-öø-ÿ]|(?:^|\s)(?:de|del|do|da|dos|das|con|com|el|los|las|em|pero|mas|ma|mais|pelo|menos|sobre|por|[a-z]{4,}mente)(?=\s)/i;
const foreignMarker = new RegExp(`^${but}?${sayings('foreign')}(?= |$)`);
const notBehindComma = new RegExp(`^${sayings('comma')}(?= )`);
const tailOfKind = new RegExp(` ${sayings('tail')}$`);
const instead = new RegExp(`${sayings('instead')}$`);
const yearAlone = /^(?:19|20)\d\d(?:[-–](?:19|20)\d\d)?$/;
/** PubMed's “Filters: Review, in the last 5 years”, at most so many characters; “Particle filters: a tutorial” names no kind. */
const filterLine = /^(Filters(?: applied)?:)(.*)/s;
const lineAtMost = 200;
/** Words that a pattern may span. */
const longest = 9;
/** Words of one thing in a list of what is left out, and of the list, at most. */
const [itemAtMost, listAtMost] = [5, 12];

/** How some tokens are read, and how many they are; `isWrapped` with the parentheses around them. */
type Meant = { read: Token[]; size: number; isWrapped?: boolean };

/**
 * Reads what a sentence leaves out, asks for and limits, in plain words, as operators: “but not in plants”, “without editorials”,
 * “in adults only”, “since 2024”, “papers by Jane Okafor”, “from arXiv”. What is left out ends at a comma, “but”, “and” or the end.
 */
export function readPlainly(tokens: readonly Token[], text: string): Token[] {
  const markerAt = markersIn(tokens, text);
  const out: Token[] = [];
  let isFiltered = false;
  /** Whether nothing was named yet that the topic is about. */
  let isStart = true;
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at]!;
    const [, filters, chosen = ''] = filterLine.exec(text.slice(first.from, first.from + lineAtMost)) ?? [];
    if (filters && chosen.split(',').some((one) => !one.trim() || isKnownType(one.trim()))) {
      isFiltered = true;
      at += countOf(filters);
      continue;
    }
    // A run of signs says nothing.
    const isSaid = /[\p{L}\p{N}(]/u.test(first.text);
    const meant = isSaid && (limitAt(tokens, at, isFiltered) ?? exclusionAt(tokens, at, markerAt, isStart));
    if (!meant && first.kind === 'word') isStart = false;
    const { read, size, isWrapped }: Meant = meant || { read: [first], size: 1 };
    if (isWrapped) out.pop();
    out.push(...read);
    at += size;
  }
  return out;
}

/** How many tokens from a place on say that what follows is left out; 0 if none does. */
type MarkerAt = (at: number) => number;

function markersIn(tokens: readonly Token[], text: string): MarkerAt {
  const kept = [...text.matchAll(subjects)];
  const isSubject = ({ from, to }: Token) =>
    kept.some(({ 0: { length }, index }) => index <= from && to <= index + length);
  const isForeign = looksForeign.test(text);
  return (at) => {
    const line = lineFrom(tokens, at).toLowerCase();
    const isClause = beginsClause(tokens, at);
    const notHere = at > 0 && isClause ? notBehindComma.exec(line) : null;
    const foreign = foreignMarker.exec(line);
    const next = line.split(' ')[1] ?? '';
    const isMeant = foreign && (isForeign || translationOf(next));
    const found = marker.exec(line) ?? notHere ?? (isMeant ? foreign : null);
    const previous = tokens[at - 1]?.text ?? '';
    // “Estresse no trabalho” is stress in the workplace.
    const isIn = isForeign ? at === 0 || !isClause : !isClause && [bare(previous), next].every(isTerm);
    if (!found || (found[0] === 'no' && isIn && !noBefore.test(line))) return 0;
    const size = countOf(found[0]);
    const last = tokens[at + size - 1]!;
    if (/^(?:excl|leav|omit|ignor)/.test(found[0]) && is('purpose', bare(previous))) return 0;
    const isBefore = at === 0 && isRemark(tokens, size);
    // “Should we avoid celery?” is about celery.
    if (is('command', found[0]) && !(at === 0 ? isBefore && !/ing$/.test(found[0]) : isClause)) return 0;
    const isCapital = last.text !== last.text.toLowerCase() && !isBefore && !/[.:!?]$/.test(previous);
    const isRelative = /(?:^| )(?:that|which|who) /.test(found[0]);
    return (isSubject(last) && !isRelative) || isSubject(tokens[at]!) || isCapital ? 0 : size;
  };
}

/** What is left out from a place on; null if nothing is. */
function exclusionAt(
  tokens: readonly Token[],
  at: number,
  markerAt: MarkerAt,
  isStart: boolean,
): Meant | null {
  const { from, kind } = tokens[at]!;
  const size = kind === 'word' ? markerAt(at) : 0;
  const next = tokens[at + size];
  if (size === 0 || !next || ['close', 'and', 'or'].includes(next.kind)) return null;
  const place = { from, to: tokens[at + size - 1]!.to };
  const not = { kind: 'not', text: textOf(tokens.slice(at, at + size)) } as const;
  if (next.kind !== 'word') return { read: [{ ...place, ...not }], size };
  const { items, end: over } = leftOut(tokens, at, size, markerAt);
  // A topic that only leaves something out is about it: omitting radiotherapy.
  if (items.length === 0 || (at === 0 && over === tokens.length))
    return { read: tokens.slice(at, over), size: over - at };
  // “No politics, just climate models” is about climate models.
  const request = isStart ? begins('rest', lineFrom(tokens, over).toLowerCase()) : null;
  const end = over + countOf(request?.[0] ?? '');
  const ends = [...items.slice(0, -1).map((words) => words.at(-1)!.to), tokens[end - 1]!.to];
  const read = items.flatMap((words, i): Token[] => {
    const after = i === 0 ? from : ends[i - 1]!;
    return [{ from: after, to: words[0]!.from || after, ...not }, ...asOperand(words, ends[i]!)];
  });
  // “(excluding a and b)” needs no parentheses.
  const isWrapped = tokens[at - 1]?.kind === 'open' && tokens[end]?.kind === 'close';
  return { read, size: end - at + Number(isWrapped), isWrapped };
}

/** The words from a place on, up to a sign or a comma, without what ends them. */
function lineFrom(tokens: readonly Token[], at: number): string {
  const words: string[] = [];
  for (const { kind, text } of tokens.slice(at, at + longest)) {
    if (kind !== 'word') break;
    words.push(unmarked(text).replaceAll('’', "'"));
    if (endsHere(text)) break;
  }
  return words.join(' ');
}

/** Whether a part of a sentence begins at a place. */
const beginsClause = (tokens: readonly Token[], at: number): boolean =>
  at === 0 || tokens[at - 1]!.kind === 'open' || endsHere(tokens[at - 1]!.text);

/** Whether a topic's first words are a remark before it (“No mice: fasting”, “Not yoga but tai chi”), unlike “No Labels, No Problem”. */
function isRemark(tokens: readonly Token[], size: number): boolean {
  const words = lineFrom(tokens, 0).split(' ');
  const butAt = words.indexOf('but');
  const end = butAt > size ? butAt : endsHere(tokens[words.length - 1]!.text) ? words.length : 0;
  const isTitle = /^\p{Lu}\p{Ll}/u.test(words[size] ?? '') && !is('german', bare(words[size - 1]!));
  return end > size && end - size <= itemAtMost && end < tokens.length && !isTitle;
}

/** What a topic asks for or is limited to from a place on; null if nothing. */
function limitAt(tokens: readonly Token[], at: number, isFiltered: boolean): Meant | null {
  const [first, inside, close] = tokens.slice(at, at + 3) as [Token, Token?, Token?];
  // “sepsis (2021)”
  const isWrapped = first.kind === 'open' && inside?.kind === 'word' && close?.kind === 'close';
  if (isWrapped && at > 0 && at + 3 === tokens.length && yearAlone.test(inside.text))
    return { read: fieldOf('year', inside.text, { from: first.from, to: close.to }), size: 3 };
  if (first.kind !== 'word') return null;
  const line = lineFrom(tokens, at);
  const small = line.toLowerCase();
  const isOpen = beginsClause(tokens, at);
  const as = (words: string, read: (place: Span) => Token[]) => {
    const size = countOf(words);
    return { read: read({ from: first.from, to: tokens[at + size - 1]!.to }), size };
  };
  const named = recordNamed(line);
  if (named) return as(named.words, (place) => fieldOf(named.field, named.text, place));
  const inYears = begins('years', small);
  if (inYears) return as(inYears[0], (place) => fieldOf('year', yearsOf(inYears), place));
  const isReviewed = isOpen && begins('reviewed', small);
  if (isReviewed) return as(isReviewed[0], (place) => negated(place, fieldOf('type', 'preprint', place)));
  const kind = isOpen ? begins('kind', small) : null;
  if (isFiltered && isKnownType(line)) return as(line, (place) => fieldOf('type', line, place));
  // “Reviews and meta-analyses only” asks for either.
  const kinds = (kind?.slice(1).find(Boolean) ?? '').split(/,? (?:and|or|&|und|oder|et|ou|y|o|e) /);
  const types = kinds.flatMap((one) => typeCalled(one, Boolean(kind?.[3])) ?? []);
  if (kind && types.length === kinds.length) return as(kind[0], (place) => anyOf(types, place));
  const without = isOpen && at > 0 ? begins('stated', small) : null;
  const words = tokens.slice(at, at + countOf(without?.[1] ?? ''));
  if (without) return as(without[0], (place) => negated(place, asOperand(words, place.to)));
  const isWhole = at === 0 && at + countOf(line) === tokens.length;
  const some = begins('only', small) ?? (isOpen && !isWhole ? begins('alone', small) : null);
  if (!some) return null;
  const asked = some.slice(1).find(Boolean)!;
  const from = at + countOf(some[0].slice(0, some[0].lastIndexOf(asked)));
  const group = tokens.slice(from, from + countOf(asked));
  if (group.length > 1 && isLinkWord(group[0]!.text)) group.shift();
  if (endsInTail(group)) group.pop();
  return as(some[0], ({ from, to }) => [
    { from, to: group[0]!.from, kind: 'only', text: 'only' },
    ...grouped(group, to),
  ]);
}

const anyOf = (types: readonly string[], place: Span): Token[] => [
  ...types.flatMap((type, i): Token[] => [
    { ...place, kind: i > 0 ? 'or' : 'open', text: 'or' },
    ...fieldOf('type', type, place),
  ]),
  { ...place, kind: 'close', text: ')' },
];

const isTerm = (word: string): boolean => translationOf(word, false) !== null;

const countOf = (words: string): number => words.split(' ').filter(Boolean).length;

/** The kind of documents that words name, in English; foreign ones by their translation. */
function typeCalled(words: string, isForeign = false): string | null {
  const names = isForeign ? [] : [words, words.replace(tailOfKind, '')];
  const english = names.find((one) => isKnownType(one)) ?? translationOf(words);
  return english && isKnownType(english) ? english : null;
}

/** The words that are left out from a place on, in groups, and where they end. */
function leftOut(tokens: readonly Token[], at: number, size: number, markerAt: MarkerAt) {
  const items: Token[][] = [[]];
  const from = at + size;
  const marked = textOf(tokens.slice(at, from)).toLowerCase();
  const isWrapped = tokens[at - 1]?.kind === 'open';
  const isList = isWrapped || marked.endsWith(':');
  // Behind a comma, and behind “except”, “a and b” are left out both.
  const isWhole = beginsClause(tokens, at) || is('exception', marked) || beginsWithBut.test(marked);
  /** Whether a list (“a, b or c”) goes on from a place; behind the last “and” with a part of few words that say nothing of their own. */
  const goesOn = (start: number, isLastPart = false): boolean => {
    const line = lineFrom(tokens, start).toLowerCase();
    const words = line.split(' ');
    const end = start + words.length;
    const isLimit =
      is('link', words[0]!) || ['only', 'alone', 'years', 'stated'].some((role) => begins(role, line));
    if (!line || isLimit || words.length > itemAtMost || markerAt(start) > 0) return false;
    const isOver = at > 0 && (end === tokens.length || tokens[end]!.kind === 'close');
    const isPart = isOver || (endsHere(tokens[end - 1]!.text) && end < tokens.length);
    const isLast = isLastPart || words.some((word) => is('or', word) || (isWhole && is('and', word)));
    return isPart && (isLast || (end < at + listAtMost && goesOn(end)));
  };
  const isInstead = instead.test(textOf(tokens.slice(Math.max(0, from - 3), from)).toLowerCase());
  let end = from;
  let isLast = false;
  for (let isOver = false; !isOver && end < tokens.length; end++) {
    const token = tokens[end]!;
    const word = bare(token.text);
    const named = items.at(-1)!;
    // “No letters and editorials” leaves out both.
    const isPair =
      is('and', word) &&
      ((isWhole && goesOn(end + 1, true)) ||
        [textOf(named), bare(lineFrom(tokens, end + 1))].every((one) => typeCalled(one)));
    // In parentheses, `or` is an operator.
    const isWord = token.kind === 'word' || (isWrapped && token.text === 'or');
    const isEnd = word === 'but' || (named.length > 0 && is('and', word));
    if (!isWord || markerAt(end) > 0 || (isEnd && !isPair)) break;
    if (begins('years', `${word} ${bare(tokens[end + 1]?.text ?? '')}`)) break;
    // “Without studies on mice” leaves out mice.
    if (named.length === 1 && (is('on', word) || is('link', word)) && is('tail', bare(named[0]!.text)))
      named.length = 0;
    // “No reviews on asthma” and “no animal studies on asthma” are about asthma, “drugs instead of surgery for gout” about gout.
    if (at === 0 && is('on', word) && (endsInTail(named) || isKnownType(textOf(named)))) break;
    const isPlace = word === 'in' && marked === 'without' && !isWhole;
    if (named.length > 0 && (isPlace || (isInstead && is('link', word)))) break;
    const text = unmarked(token.text);
    const isShort = is('lead', word) || isLinkWord(word) || isOfWord(word);
    const isSmall = isShort && named.length === 0 && !/^\p{Lu}{2}/u.test(text);
    if (isPair || is('or', word) || (word === 'of' && is('dutch', marked))) items.push([]);
    else if (text && !is('closing', word) && !isSmall)
      named.push({ ...token, text, to: token.from + text.length });
    isOver = is('closing', word) || endsHere(token.text);
    isLast ||= isPair || is('or', word);
    if (token.text.endsWith(',') && (isList || (!isLast && goesOn(end + 1)))) isOver = !items.push([]);
  }
  const named = items.filter((words) => words.length > 0);
  for (const words of named) if (endsInTail(words)) words.pop();
  return { items: named, end };
}

/** Whether behind words stands one that says nothing of its own: animal studies. */
const endsInTail = (words: readonly Token[]): boolean =>
  words.length > 1 && is('tail', bare(words.at(-1)!.text));

const textOf = (words: readonly Token[]): string => words.map((one) => one.text).join(' ');

/** A kind of document, a source, or words in parentheses. */
function asOperand(words: readonly Token[], to: number): Token[] {
  const place = { from: words[0]!.from, to };
  const text = textOf(words);
  const type = typeCalled(text);
  if (type) return fieldOf('type', type, place);
  return isSource.test(text) ? fieldOf('source', text, place) : grouped(words, to);
}

const isSource = new RegExp(`^${sayings('source')}$`, 'i');

function grouped(words: readonly Token[], to: number): Token[] {
  const { from } = words[0]!;
  return [
    { from, to: from + 1, kind: 'open', text: '(' },
    ...words.map((one, i) => (i === words.length - 1 ? { ...one, to, text: unmarked(one.text) } : one)),
    { from: to - 1, to, kind: 'close', text: ')' },
  ];
}

/** “Not before 2019” is since 2019, “not after 2019” until then. */
function yearsOf([, word = '', given, from, to, later]: RegExpExecArray): string {
  const year = Number(given ?? later);
  if (from || word === 'published in') return from ? `${from}-${to}` : `${year}`;
  const says = (role: string) => new RegExp(`(?:^| )${sayings(role)}(?= |$)`).test(word);
  const [isNo, isUntil, isBeyond] = [says('negation'), says('earlier'), says('strict')];
  const beyond = isBeyond === isNo ? 0 : 1;
  return isUntil === isNo ? `${year + beyond}-` : `-${year - beyond}`;
}

const negated = (place: Span, what: Token[]): Token[] => [{ ...place, kind: 'not', text: 'not' }, ...what];

const unmarked = (word: string): string => word.replace(/[,;.:?!]$/, '');
const bare = (word: string): string => unmarked(word.toLowerCase());
const endsHere = (word: string): boolean => /[,;:]$|[^.]{2}\.$/.test(word);
