import type { Span } from '../core/types.ts';
import { isKnownType } from './documentKinds.ts';
import { isLinkWord, isOfWord, translationOf } from './foreign.ts';
import { fieldOf, type Token } from './lexer.ts';
import { recordNamed, sayings, wholly } from './sentences.ts';

/** Subjects that contain one of the words which leave something out. */
const subjects = new RegExp(String.raw`\b${sayings('subject')}(?![\p{L}\p{N}])`, 'giu');
const [but, before] = [`(?:${sayings('but')} )`, sayings('before')];
const beginning = (role: string): RegExp => new RegExp(`^${sayings(role)}`);
/** Words after which something is left out, with “but” before them; no and its like are also other words elsewhere. */
const marker = new RegExp(
  `^${but}?${sayings('not')}(?= |$)|^${but}?(?:nicht|pas|non|não|niet|no)(?= ${before} | d')|^${but}(?:nicht|pas|non|não|niet)(?= )`,
);
const beginsWithBut = new RegExp(`^${but}`);
const noBefore = new RegExp(`^no ${before} `);
const looksForeign =
  /[à-öø-ÿ]|(?:^|\s)(?:de|del|do|da|dos|das|con|com|el|los|las|em|pero|mas|ma|mais|pelo|menos|sobre|por|[a-z]{4,}mente)(?=\s)/i;
const [isLead, isTail, isClosing, isAnd, isOr, isOn, isLink, isPurpose] =
  'lead tail closing and or on link purpose'.split(' ').map(wholly);
const [isCommand, isException, isDutch, isGerman] = 'command exception dutch german'.split(' ').map(wholly);
const foreignMarker = new RegExp(`^${but}?${sayings('foreign')}(?= |$)`);
const notBehindComma = new RegExp(`^${sayings('comma')}(?= )`);
const tailOfKind = new RegExp(` ${sayings('tail')}$`);
const instead = new RegExp(`${sayings('instead')}$`);
const [years, only, alone, kindAsked, reviewed] = 'years only alone kind reviewed'.split(' ').map(beginning);
const [stated, rest] = ['stated', 'rest'].map(beginning);
const yearAlone = /^(?:19|20)\d\d(?:[-–](?:19|20)\d\d)?$/;
/** PubMed's “Filters: Review, in the last 5 years”, at most so many characters; “Particle filters: a tutorial” names no kind. */
const filterLine = /^(Filters(?: applied)?:)(.*)/s;
const lineAtMost = 200;
/** Words that a pattern may span. */
const longest = 9;
/** Words of one thing in a list of what is left out, and of the list, at most. */
const [itemAtMost, listAtMost] = [5, 12];

/**
 * Reads what a sentence leaves out, asks for and limits, in plain words, as operators: “but not in plants”, “without editorials”,
 * “in adults only”, “since 2024”, “papers by Jane Okafor”, “from arXiv”. What is left out ends at a comma, “but”, “and” or the end.
 */
export function readPlainly(tokens: readonly Token[], text: string): Token[] {
  const kept = [...text.matchAll(subjects)];
  const isSubject = ({ from, to }: Token) =>
    kept.some(({ 0: { length }, index }) => index <= from && to <= index + length);
  const isForeign = looksForeign.test(text);
  const markerAt = (at: number): number => {
    const line = lineFrom(tokens, at).toLowerCase();
    const isClause = beginsClause(tokens, at);
    const notHere = at > 0 && isClause ? notBehindComma.exec(line) : null;
    const foreign = foreignMarker.exec(line);
    const isMeant = foreign && (isForeign || translationOf(line.split(' ')[1] ?? ''));
    const found = marker.exec(line) ?? notHere ?? (isMeant ? foreign : null);
    if (!found || (isForeign && found[0] === 'no' && !noBefore.test(line))) return 0;
    const size = found[0].trim().split(' ').length;
    const last = tokens[at + size - 1]!;
    const previous = tokens[at - 1]?.text ?? '';
    if (/^(?:excl|leav|omit|ignor)/.test(found[0]) && isPurpose!.test(bare(previous))) return 0;
    const isBefore = at === 0 && isRemark(tokens, size);
    // “Should we avoid celery?” is about celery.
    if (isCommand!.test(found[0]) && !(at === 0 ? isBefore && !/ing$/.test(found[0]) : isClause)) return 0;
    const isCapital = last.text !== last.text.toLowerCase() && !isBefore && !/[.:!?]$/.test(previous);
    const isRelative = /(?:^| )(?:that|which|who) /.test(found[0]);
    return (isSubject(last) && !isRelative) || isSubject(tokens[at]!) || isCapital ? 0 : size;
  };
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
    const limit = isSaid ? limitAt(tokens, at, isFiltered) : null;
    if (limit) {
      out.push(...limit.read);
      at += limit.size;
      continue;
    }
    const size = isSaid && first.kind === 'word' ? markerAt(at) : 0;
    const place = size > 0 ? { from: first.from, to: tokens[at + size - 1]!.to } : first;
    const next = tokens[at + size];
    if (size === 0 || !next || ['close', 'and', 'or'].includes(next.kind)) {
      out.push(first);
      if (first.kind === 'word') isStart = false;
      at++;
      continue;
    }
    if (next.kind !== 'word') {
      out.push({ ...place, kind: 'not', text: text.slice(place.from, place.to) });
      at += size;
      continue;
    }
    const { items, end: over } = leftOut(tokens, at, size, markerAt);
    // A topic that only leaves something out is about it: omitting radiotherapy.
    if (at === 0 && over === tokens.length) items.length = 0;
    // “No politics, just climate models” is about climate models.
    const request = isStart && items.length > 0 ? rest!.exec(lineFrom(tokens, over).toLowerCase()) : null;
    const end = over + countOf(request?.[0] ?? '');
    const last = tokens[end - 1]!;
    if (items.length === 0) out.push(...tokens.slice(at, end));
    // “(excluding a and b)” needs no parentheses.
    const isWrapped = items.length > 0 && out.at(-1)?.kind === 'open' && tokens[end]?.kind === 'close';
    if (isWrapped) out.pop();
    for (const [i, words] of items.entries()) {
      const from = i === 0 ? first.from : items[i - 1]!.at(-1)!.to;
      const to = i === items.length - 1 ? last.to : words.at(-1)!.to;
      const not = text.slice(place.from, place.to);
      out.push({ from, to: words[0]!.from || from, kind: 'not', text: not }, ...asOperand(words, to));
    }
    at = isWrapped ? end + 1 : end;
  }
  return out;
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
  const isTitle = /^\p{Lu}\p{Ll}/u.test(words[size] ?? '') && !isGerman!.test(bare(words[size - 1]!));
  return end > size && end - size <= itemAtMost && end < tokens.length && !isTitle;
}

/** What a topic asks for or is limited to from a place on, as tokens, and how many tokens say so; null if nothing. */
function limitAt(
  tokens: readonly Token[],
  at: number,
  isFiltered: boolean,
): { read: Token[]; size: number } | null {
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
  const inYears = years!.exec(small);
  if (inYears) return as(inYears[0], (place) => fieldOf('year', yearsOf(inYears), place));
  const isReviewed = isOpen && reviewed!.exec(small);
  if (isReviewed) return as(isReviewed[0], (place) => negated(place, fieldOf('type', 'preprint', place)));
  const kind = isOpen ? kindAsked!.exec(small) : null;
  if (isFiltered && isKnownType(line)) return as(line, (place) => fieldOf('type', line, place));
  // “Reviews and meta-analyses only” asks for either.
  const kinds = (kind?.slice(1).find(Boolean) ?? '').split(/,? (?:and|or|&|und|oder|et|ou|y|o|e) /);
  const types = kinds.flatMap((one) => typeCalled(one, Boolean(kind?.[3])) ?? []);
  if (kind && types.length === kinds.length) return as(kind[0], (place) => anyOf(types, place));
  const without = isOpen && at > 0 ? stated!.exec(small) : null;
  const words = tokens.slice(at, at + countOf(without?.[1] ?? ''));
  if (without) return as(without[0], (place) => negated(place, asOperand(words, place.to)));
  const isWhole = at === 0 && at + countOf(line) === tokens.length;
  const some = only!.exec(small) ?? (isOpen && !isWhole ? alone!.exec(small) : null);
  if (!some) return null;
  const asked = some.slice(1).find(Boolean)!;
  const from = at + countOf(some[0].slice(0, some[0].lastIndexOf(asked)));
  const group = tokens.slice(from, from + countOf(asked));
  if (group.length > 1 && isLinkWord(group[0]!.text)) group.shift();
  if (group.length > 1 && isTail!.test(bare(group.at(-1)!.text))) group.pop();
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

const countOf = (words: string): number => words.split(' ').filter(Boolean).length;

/** The kind of documents that words name, in English; foreign ones by their translation. */
function typeCalled(words: string, isForeign = false): string | null {
  const named = isKnownType(words) ? words : words.replace(tailOfKind, '');
  if (!isForeign && isKnownType(named)) return named;
  const english = translationOf(words);
  return english && isKnownType(english) ? english : null;
}

/** The words that are left out from a place on, in groups, and where they end. */
function leftOut(tokens: readonly Token[], at: number, size: number, markerAt: (at: number) => number) {
  const items: Token[][] = [[]];
  const from = at + size;
  const marked = textOf(tokens.slice(at, from)).toLowerCase();
  const isWrapped = tokens[at - 1]?.kind === 'open';
  const isList = isWrapped || marked.endsWith(':');
  // Behind a comma, and behind “except”, “a and b” are left out both.
  const isWhole = beginsClause(tokens, at) || isException!.test(marked) || beginsWithBut.test(marked);
  /** Whether a list (“a, b or c”) goes on from a place; behind the last “and” with a part of few words that say nothing of their own. */
  const goesOn = (start: number, isLastPart = false): boolean => {
    const line = lineFrom(tokens, start).toLowerCase();
    const words = line.split(' ');
    const end = start + words.length;
    const isLimit = isLink!.test(words[0]!) || [only!, alone!, years!, stated!].some((one) => one.test(line));
    if (!line || isLimit || words.length > itemAtMost || markerAt(start) > 0) return false;
    const isOver = at > 0 && (end === tokens.length || tokens[end]!.kind === 'close');
    const isPart = isOver || (endsHere(tokens[end - 1]!.text) && end < tokens.length);
    const isLast = isLastPart || words.some((word) => isOr!.test(word) || (isWhole && isAnd!.test(word)));
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
      isAnd!.test(word) &&
      ((isWhole && goesOn(end + 1, true)) ||
        [textOf(named), bare(lineFrom(tokens, end + 1))].every((one) => typeCalled(one)));
    // In parentheses, `or` is an operator.
    const isWord = token.kind === 'word' || (isWrapped && token.text === 'or');
    const isEnd = word === 'but' || (named.length > 0 && isAnd!.test(word));
    if (!isWord || markerAt(end) > 0 || (isEnd && !isPair)) break;
    if (years!.test(`${word} ${bare(tokens[end + 1]?.text ?? '')}`)) break;
    // “Without studies on mice” leaves out mice.
    if (named.length === 1 && (isOn!.test(word) || isLink!.test(word)) && isTail!.test(bare(named[0]!.text)))
      named.length = 0;
    // “No reviews on asthma” and “no animal studies on asthma” are about asthma, “drugs instead of surgery for gout” about gout.
    const isOfKind = named.length > 1 && isTail!.test(bare(named.at(-1)!.text));
    if (at === 0 && isOn!.test(word) && (isOfKind || isKnownType(textOf(named)))) break;
    const isPlace = word === 'in' && marked === 'without' && !isWhole;
    if (named.length > 0 && (isPlace || (isInstead && isLink!.test(word)))) break;
    const text = unmarked(token.text);
    const isShort = isLead!.test(word) || isLinkWord(word) || isOfWord(word);
    const isSmall = isShort && named.length === 0 && !/^\p{Lu}{2}/u.test(text);
    if (isPair || isOr!.test(word) || (word === 'of' && isDutch!.test(marked))) items.push([]);
    else if (text && !isClosing!.test(word) && !isSmall)
      named.push({ ...token, text, to: token.from + text.length });
    isOver = isClosing!.test(word) || endsHere(token.text);
    isLast ||= isPair || isOr!.test(word);
    if (token.text.endsWith(',') && (isList || (!isLast && goesOn(end + 1)))) isOver = !items.push([]);
  }
  const named = items.filter((words) => words.length > 0);
  for (const words of named) if (words.length > 1 && isTail!.test(bare(words.at(-1)!.text))) words.pop();
  return { items: named, end };
}

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
