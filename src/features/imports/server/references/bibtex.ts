import { AppError } from '#shared/contract/errors.ts';
import { inOrder } from '#sources/record/names.ts';
import { fromTex } from '#sources/record/tex.ts';
import {
  type Entry,
  entriesOf,
  entryAtMost,
  type Found,
  fieldAtMost,
  isPubmed,
  namesIn as namesInField,
  valuesAtMost,
} from './reference.ts';

/** Characters that the abbreviations of a file may become, since they can be made of each other. */
const expandedAtMost = 2_000_000;
const abbreviationAtMost = 2_000;
const abbreviationsAtMost = 10_000;

/**
 * Reads BibTeX and BibLaTeX: entries in braces or parentheses, with or without a key, with blanks in keys and names. An entry
 * that is never closed ends where the next one begins a line.
 * @throws AppError `invalid` if its abbreviations become too much text
 */
export function readBibtex(written: string): Promise<Entry[]> {
  // Word processors turn quotes.
  const text = written.replace(/(?<==\s{0,9})[“”„]([^“”„{}]{0,2000})[“”](?=\s{0,9}[,}\n])/g, '{$1}');
  const abbreviations: Abbreviations = { texts: new Map(), expanded: 0 };
  return entriesOf(parts(text, abbreviations), {
    textOf: ({ written }) => written,
    read: ({ body }) => foundIn(fieldsOf(body, abbreviations)),
  });
}

interface Part {
  /** The beginning, as written. */
  written: string;
  /** What is between its brackets. */
  body: string;
}

type Abbreviations = { texts: Map<string, string>; expanded: number };

/** The references in order. Abbreviations are read where they stand; comments are left out. */
function* parts(text: string, abbreviations: Abbreviations): Generator<Part> {
  const opening = /(?:^|(?<=[\s}),]))@[ \t]{0,3}([A-Za-z]{1,40})\s{0,9}([{(])/g;
  for (let found = opening.exec(text); found; found = opening.exec(text)) {
    const from = opening.lastIndex;
    const end = endOfEntry(text, from, found[2] === '{' ? '}' : ')');
    opening.lastIndex = end;
    const body = text.slice(from, Math.min(end, from + entryAtMost));
    if (/^string$/i.test(found[1]!)) define(body, abbreviations);
    else if (!/^(?:comment|preamble)$/i.test(found[1]!))
      yield { written: text.slice(found.index, Math.min(end + 1, from + 400)), body };
  }
}

/** The place of an entry's closing bracket, or of the next entry if it has none. */
function endOfEntry(text: string, from: number, closing: string): number {
  const signs = /\\[^{}]|[{}")]|\n[ \t]{0,20}@[A-Za-z]{1,40}\s{0,9}[{(]/gs;
  signs.lastIndex = from;
  let [depth, isQuoted] = [0, false];
  let next = -1;
  const most = from + 2 * entryAtMost;
  for (let found = signs.exec(text); found && found.index < most; found = signs.exec(text)) {
    const [sign] = found;
    if (sign === closing && depth === 0 && !isQuoted) return found.index;
    if (sign === '{') depth++;
    else if (sign === '}') depth = Math.max(0, depth - 1);
    else if (sign === '"') isQuoted = closing === ')' && depth === 0 && !isQuoted;
    else if (sign.startsWith('\n')) {
      if (depth === 0) return found.index;
      if (next < 0) next = found.index;
      signs.lastIndex = found.index + sign.length - 1;
    }
  }
  return next < 0 ? Math.min(text.length, most) : next;
}

function define(body: string, abbreviations: Abbreviations): void {
  for (const [name, value] of fieldsOf(body, abbreviations))
    if (abbreviations.texts.size < abbreviationsAtMost)
      abbreviations.texts.set(name, value.slice(0, abbreviationAtMost));
}

type Fields = ReadonlyMap<string, string>;

/** The fields as TeX, by their names in small letters. The first of a name counts; notes and keywords are joined. */
function fieldsOf(body: string, abbreviations: Abbreviations): Fields {
  const fields = new Map<string, string>();
  let at = /^[^=,{}"]{0,300},/.exec(body)?.[0].length ?? 0;
  const between = /(?:[\s,}]+|%[^\n]*(?:\n|$))*/y;
  const named = /([^=,{}"#]{1,120})=\s*/y;
  while (fields.size < valuesAtMost) {
    between.lastIndex = at;
    named.lastIndex = at + between.exec(body)![0].length;
    if (named.lastIndex >= body.length) break;
    const start = named.lastIndex;
    const name = named.exec(body)?.[1]?.trim().split('\n').at(-1)?.trim().toLowerCase();
    const { value, end } = valueAt(body, name === undefined ? start : named.lastIndex, abbreviations);
    at = Math.min(Math.max(end, start + 1), body.length);
    if (!name) continue;
    const before = fields.get(name);
    const isJoined = before && /^(?:note|annote|annotation|keywords)$/.test(name);
    if (isJoined)
      fields.set(name, `${before}${name === 'keywords' ? ',' : '\n\n'}${value}`.slice(0, fieldAtMost));
    else if (!before) fields.set(name, value);
  }
  return fields;
}

/** One value: texts in braces or quotes, digits and abbreviations, joined by `#`. */
function valueAt(body: string, from: number, abbreviations: Abbreviations): { value: string; end: number } {
  let value = '';
  const bare = /[^\s,#{}"=%]*/y;
  const joint = /\s*#\s*/y;
  for (let at = from; ; at = joint.lastIndex) {
    if (body[at] === '{' || body[at] === '"') {
      const end = endOfValue(body, at + 1, body[at] === '{' ? '}' : '"');
      value += body.slice(at + 1, Math.min(end, at + fieldAtMost));
      joint.lastIndex = end + 1;
    } else {
      bare.lastIndex = at;
      const word = bare.exec(body)![0];
      value += expanded(word, abbreviations);
      joint.lastIndex = at + word.length;
    }
    value = value.slice(0, fieldAtMost);
    const end = joint.lastIndex;
    if (!joint.test(body)) return { value, end };
  }
}

function expanded(word: string, abbreviations: Abbreviations): string {
  const text = abbreviations.texts.get(word.toLowerCase());
  if (text === undefined) return word;
  abbreviations.expanded += text.length;
  const tooMuch = 'The abbreviations of this file stand for more text than an import can have.';
  if (abbreviations.expanded > expandedAtMost) throw new AppError('invalid', tooMuch);
  return text;
}

/** The place of the sign that closes a value; before it, of a next field's line inside a brace that was left open. */
function endOfValue(body: string, from: number, closing: string): number {
  const signs = /\\[^{}]|(?:,?\n|\},)[ \t]{0,40}[A-Za-z][\w-]{0,40}\s?=\s?[{"]|[{}"]/gs;
  signs.lastIndex = from;
  let depth = 0;
  let next = -1;
  for (let found = signs.exec(body); found; found = signs.exec(body)) {
    const [sign] = found;
    if (sign[0] === closing && depth === 0) return next < 0 ? found.index : next;
    if (sign === '{') depth++;
    else if (sign[0] === '}') depth = Math.max(0, depth - 1);
    if (sign.length > 2) {
      if (next < 0) next = found.index;
      signs.lastIndex = found.index + sign.length - 1;
    }
  }
  return next < 0 ? body.length : next;
}

const text = (tex: string | undefined): string => fromTex(tex ?? '', { isTypeset: true, isGrouped: true });

/** An identifier or address, whatever wraps or escapes it. */
const verbatim = (tex: string | undefined): string =>
  fromTex(
    (tex ?? '')
      .replace(/\}\s?\{/g, ' ')
      .replace(/[{}$]/g, '')
      .replace(
        /\\(?:url|href|path|text(?:underscore|less|greater|asciitilde)|slash\s?|_|%|&|#|~)/g,
        (command) => wrapped[command] ?? command.slice(1),
      ),
  );

const wrapped: Record<string, string> = {
  ...{ '\\url': ' ', '\\href': ' ', '\\path': ' ' },
  ...{ '\\slash': '/', '\\slash ': '/', '\\textasciitilde': '~', '\\textunderscore': '_' },
  ...{ '\\textless': '<', '\\textgreater': '>' },
};

function foundIn(fields: Fields): Found {
  const of = (name: string) => fields.get(name);
  const archive = of('archiveprefix') ?? of('eprinttype') ?? '';
  const eprint = verbatim(of('eprint'));
  const isNumber = /^\d*$/.test(eprint);
  return {
    identifiers: [
      verbatim(of('doi')),
      of('pmid') && `PMID ${verbatim(of('pmid'))}`,
      verbatim(of('pmcid')),
      isNumber ? isPubmed(archive) && `PMID ${eprint}` : eprint,
      ...['journal', 'volume', 'number'].map((name) => /^abs\/(.+)/.exec(verbatim(of(name)))?.[1]),
      verbatim(of('url')),
      verbatim(of('howpublished')),
    ].map((one) => one || undefined),
    title: [text(of('title')), text(of('subtitle'))].filter(Boolean).join(': '),
    authors: namesIn(of('author') ?? ''),
    issued: of('date') ?? of('year'),
    others: [...fields].flatMap(([name, tex]) => (isProse.test(name) ? [] : verbatim(tex))),
    tags: text(of('keywords')).split(/[,;]/),
    notes: [of('note'), of('annote'), of('annotation')].flatMap((one) => (one ? text(one) : [])),
  };
}

/** Fields that may speak of other works, or of none. */
const isProse =
  /^(?:title|abstract|author|editor|keywords|note|annote|annotation|file|adsurl|bibsource|url)$/;

/** Names parted by `and`, or by semicolons against the format; one in braces is a group's and stays whole. */
function namesIn(tex: string): string[] {
  const names: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: sign, index } of tex.matchAll(/\\.|[{}]|\sand(?=\s)|(?<!&#?\w{2,9});(?=\s)/gis)) {
    if (sign === '{') depth++;
    else if (sign === '}') depth--;
    else if (depth <= 0 && /^(?:\sand|;)$/i.test(sign)) {
      names.push(tex.slice(from, index));
      from = index + sign.length;
    }
    if (names.length > valuesAtMost) return names.map(nameIn);
  }
  const all = [...names, tex.slice(from)];
  return all.length > 1 || tex.includes('{') ? all.map(nameIn) : namesInField(text(tex).trim());
}

const nameIn = (tex: string): string =>
  /^\s*\{[^{}]*\}\s*$/.test(tex) ? text(tex).trim() : inOrder(text(tex).trim());
