import { isKnownType } from './documentKinds.ts';
import type { Note, Token } from './lexer.ts';

/** Subjects that contain one of the words which leave something out. */
const subjects =
  /\b(?:no[- ](?:reflow|till|tillage|observed|fault|touch|show|longer|one|other|code|free)|not (?:otherwise specified|in my backyard|only|just|all|always|yet|respond)|without (?:replacement|borders|walls)|whether or not|or not|(?:do|does|did|is|are|was|were|has|have|had|can|could|should|would|will|may|might|must) (?:not|no))(?![\p{L}\p{N}])/giu;

/** Words after which something is left out, with “but” before them. */
const marker =
  /^(?:but )?(?:not|no|without|except(?: for)?|excluding|other than|apart from|with the exception of|ohne|sans|senza|zonder|außer|sauf|excepto|eccetto|exceto)(?= |$)/;
/** These are also other words: `sin` in English, SEM, Portuguese `no` for “in the”. */
const foreignMarker = /^(?:sin|sem)(?= |$)/;
const looksForeign = /[à-öø-ÿ]|(?:^|\s)(?:de|del|do|da|dos|das|con|com|el|los|las|em)(?=\s)/i;

/** Between a marker and what it leaves out. */
const isLead = /^(?:in|for|of|on|the|a|an|any|with|among|from|about)$/;
/** What a kind of papers is left out by: animal studies, pediatric patients. */
const isTail = /^(?:studies|study|papers|articles|research|patients|publications)$/;

const people = '(?:patients|participants|people|subjects|persons|individuals|cases|volunteers)';
const participants = new RegExp(
  `^(?:(?:studies|trials|papers|cohorts|with|in|of|on|including|from|samples?) )*(?:(?:more|fewer|less) than|at least|at most|over|up to|[<>≥≤]=?) ?\\d[\\d,.]* ${people}(?= |$)|^n ?[<>≥≤=]+ ?\\d[\\d,.]*(?= |$)`,
);
const years =
  /^(?:published )?(?:(since|after|before|until) ((?:19|20)\d\d)|(?:from|between) ((?:19|20)\d\d) (?:to|and|until) ((?:19|20)\d\d))(?= |$)/;
const only = /^(?:in|for|among) (\S+(?: \S+)?) only(?= |$)/;
/** Words that a pattern may span. */
const longest = 9;

/**
 * Reads what a sentence leaves out, asks for and limits, in plain words, as operators: “but not in plants”, “without editorials”,
 * “in adults only”, “since 2024”. What is left out ends at a comma, “but”, “and” or the end. A number of participants, which the
 * index does not know, is noted and no longer a word to find.
 */
export function readPlainly(tokens: readonly Token[], text: string, notes: Note[]): Token[] {
  const kept = [...text.matchAll(subjects)].map(({ 0: { length }, index }) => ({
    from: index,
    to: index + length,
  }));
  const isSubject = ({ from, to }: Token) => kept.some((one) => one.from <= from && to <= one.to);
  const isForeign = looksForeign.test(text);
  const lineFrom = (at: number): string => {
    const words: string[] = [];
    for (const { kind, text: word } of tokens.slice(at, at + longest)) {
      if (kind !== 'word') break;
      words.push(bare(word));
      if (endsHere(word)) break;
    }
    return words.join(' ');
  };
  const markerAt = (at: number): number => {
    const line = lineFrom(at);
    const found = marker.exec(line) ?? (isForeign ? foreignMarker.exec(line) : null);
    if (!found || (isForeign && /^no\b/.test(found[0]))) return 0;
    const size = found[0].split(' ').length;
    const last = tokens[at + size - 1]!;
    return isSubject(last) || isSubject(tokens[at]!) || last.text !== last.text.toLowerCase() ? 0 : size;
  };
  const out: Token[] = [];
  for (let at = 0; at < tokens.length; ) {
    const first = tokens[at]!;
    const line = first.kind === 'word' ? lineFrom(at) : '';
    const limit = participants.exec(line) ?? years.exec(line) ?? only.exec(line);
    const size = limit ? limit[0].split(' ').length : markerAt(at);
    const place = size > 0 ? { from: first.from, to: tokens[at + size - 1]!.to } : first;
    if (limit) {
      at += size;
      if (limit[1] && !/\d/.test(limit[0])) out.push(...onlyOf(tokens.slice(at - size, at)));
      else if (years.test(limit[0])) out.push(...yearsOf(limit, place));
      else
        notes.push({
          ...place,
          text: `“${text.slice(place.from, place.to)}” is no word to find: the search does not know how many took part.`,
        });
      continue;
    }
    const next = tokens[at + size];
    if (size === 0 || !next || ['close', 'and', 'or'].includes(next.kind)) {
      out.push(first);
      at++;
      continue;
    }
    if (next.kind !== 'word') {
      out.push({ ...place, kind: 'not', text: text.slice(place.from, place.to) });
      at += size;
      continue;
    }
    const { items, end } = leftOut(tokens, at + size, markerAt);
    const last = tokens[end - 1]!;
    if (items.length === 0) out.push(...tokens.slice(at, end));
    for (const [i, words] of items.entries()) {
      const from = i === 0 ? first.from : words[0]!.from;
      const to = i === items.length - 1 ? last.to : words.at(-1)!.to;
      const not = text.slice(place.from, place.to);
      out.push({ from, to: words[0]!.from || from, kind: 'not', text: not }, ...asOperand(words, to));
    }
    at = end;
  }
  return out;
}

/** The words that are left out from a place on, in groups, and where they end. */
function leftOut(
  tokens: readonly Token[],
  from: number,
  markerAt: (at: number) => number,
): { items: Token[][]; end: number } {
  const items: Token[][] = [[]];
  let end = from;
  for (; end < tokens.length; end++) {
    const token = tokens[end]!;
    const word = bare(token.text);
    if (token.kind !== 'word' || word === 'and' || word === 'but' || markerAt(end) > 0) break;
    if (participants.test(word) || years.test(`${word} ${bare(tokens[end + 1]?.text ?? '')}`)) break;
    if (word === 'or' || word === 'nor') items.push([]);
    else if (items.at(-1)!.length > 0 || !isLead.test(word))
      items.at(-1)!.push({ ...token, text: token.text.replace(/[,;.]$/, '') });
    if (endsHere(token.text)) {
      end++;
      break;
    }
  }
  const named = items.filter((words) => words.length > 0);
  for (const words of named) if (words.length > 1 && isTail.test(bare(words.at(-1)!.text))) words.pop();
  return { items: named, end };
}

/** A kind of document, or words in parentheses. */
function asOperand(words: readonly Token[], to: number): Token[] {
  const { from } = words[0]!;
  const text = words.map((one) => one.text).join(' ');
  if (isKnownType(text))
    return [
      { from, to, kind: 'field', text: 'type' },
      { from, to, kind: 'phrase', text },
    ];
  return group(words, to);
}

function group(words: readonly Token[], to: number): Token[] {
  const { from } = words[0]!;
  return [
    { from, to: from + 1, kind: 'open', text: '(' },
    ...words.map((one, i) => (i === words.length - 1 ? { ...one, to } : one)),
    { from: to - 1, to, kind: 'close', text: ')' },
  ];
}

/** “in adults only” asks for adults. */
function onlyOf(words: readonly Token[]): Token[] {
  const asked = words.slice(1, -1);
  const { from } = words[0]!;
  return [{ from, to: asked[0]!.from, kind: 'only', text: 'only' }, ...group(asked, words.at(-1)!.to)];
}

function yearsOf([, word, year, from, to]: RegExpExecArray, place: { from: number; to: number }): Token[] {
  const range =
    from && to
      ? `${from}-${to}`
      : {
          since: `${year}-`,
          after: `${Number(year) + 1}-`,
          before: `-${Number(year) - 1}`,
          until: `-${year}`,
        }[word!]!;
  return [
    { ...place, kind: 'field', text: 'year' },
    { ...place, kind: 'phrase', text: range },
  ];
}

const bare = (word: string): string => word.toLowerCase().replace(/[,;.]$/, '');
const endsHere = (word: string): boolean => /[,;.]$/.test(word);
