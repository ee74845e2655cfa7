import { startOfDay } from '../records/spread.ts';
import { type Expression, type Field, join, type Operator } from './expression.ts';
import { wordsOf } from './textIndex.ts';

/** PubMed's field tags, short and long, as its help lists them. */
const fields = byTag<Field>({
  text: 'tiab, title/abstract, tw, text word, mh, mesh, mesh terms, ot',
  title: 'ti, title',
  abstract: 'ab, abstract',
  author: 'au, author, 1au',
  journal: 'ta, journal',
  type: 'pt, publication type',
  all: 'all, all fields',
});

const dates = byTag<'added' | 'changed'>({
  added:
    'edat, date - entry, entry date, crdt, date - create, dp, pdat, date - publication, publication date',
  changed: 'mhda, lr, mdat, date - modification',
});

function byTag<Meaning extends string>(tags: { [M in Meaning]?: string }): Record<string, Meaning> {
  const all = Object.entries(tags) as [Meaning, string][];
  return Object.fromEntries(all.flatMap(([meaning, tags]) => tags.split(', ').map((tag) => [tag, meaning])));
}

const dateText = String.raw`"?(\d{4}(?:\/\d{1,2}){0,2})"?`;
const tagText = String.raw`(?:\s*\[([^\]]+)\])?`;
const token = new RegExp(
  [
    String.raw`(?<range>${dateText}${tagText}\s*:\s*${dateText}\s*\[([^\]]+)\])`,
    String.raw`(?<pmids>(\d{1,9})\s*:\s*(\d{1,9})\s*\[(?:uid|pmid)\])`,
    String.raw`(?<day>${dateText}\s*\[(edat|crdt|dp|pdat|mdat|lr|date - \w+)\])`,
    String.raw`(?<open>\()|(?<close>\))`,
    `"(?<phrase>[^"]*)"?`,
    String.raw`(?<tag>\[[^\]]*\]?)`,
    String.raw`(?<word>[^\s()"\[\]]+)`,
  ].join('|'),
  'giy',
);

/**
 * Parses a PubMed term. As in PubMed, operators are capital AND, OR, NOT, from left to right without precedence, and
 * adjacent words are joined by AND. An empty term is null.
 */
export function readPubmedTerm(term: string): { expression: Expression | null; fieldsNotFound: string[] } {
  const reader = { parts: partsOf(term), place: 0, fieldsNotFound: [] as string[] };
  let expression = readGroup(reader);
  // An extra closing bracket ends a group early; the rest still counts.
  while (reader.place < reader.parts.length) {
    reader.place++;
    const rest = readGroup(reader);
    if (rest) expression = join('and', expression, rest);
  }
  return { expression, fieldsNotFound: reader.fieldsNotFound };
}

type Reader = { parts: RegExpMatchArray[]; place: number; fieldsNotFound: string[] };

const partsOf = (term: string): RegExpMatchArray[] => {
  const parts: RegExpMatchArray[] = [];
  for (let at = 0; at < term.length; ) {
    token.lastIndex = at;
    const part = token.exec(term);
    if (part?.[0]) parts.push(part);
    at += part?.[0].length || 1;
  }
  return parts;
};

function readGroup(reader: Reader): Expression | null {
  let left: Expression | null = null;
  let operator: Operator = 'and';
  while (reader.place < reader.parts.length) {
    const groups = reader.parts[reader.place]!.groups!;
    if (groups.close) return left;
    const word = groups.word;
    if (word === 'AND' || word === 'OR' || word === 'NOT') {
      operator = word.toLowerCase() as Operator;
      reader.place++;
      continue;
    }
    const right = readOne(reader);
    if (right) {
      // "NOT x" at the start means everything but x.
      left = join(operator, operator === 'not' && !left ? { kind: 'everything' } : left, right);
      operator = 'and';
    }
  }
  return left;
}

function readOne(reader: Reader): Expression | null {
  const part = reader.parts[reader.place++]!;
  const { range, pmids, day, open, phrase, word } = part.groups!;
  if (open) {
    const inner = readGroup(reader);
    reader.place++;
    return inner;
  }
  if (range) return between(part[2]!, part[4]!, part[5]!);
  if (pmids) return { kind: 'numbered', first: Number(part[7]), last: Number(part[8]) };
  if (day) return between(part[10]!, part[10]!, part[11]!);
  if (phrase !== undefined) return tagged(reader, phrase, true);
  if (word) return tagged(reader, word, false);
  return null;
}

function tagged(reader: Reader, written: string, quoted: boolean): Expression | null {
  const next = reader.parts[reader.place]?.groups?.tag;
  if (next) reader.place++;
  const tag = next?.replace(/[[\]]/g, '').trim().toLowerCase() ?? 'all fields';
  if (tag === 'doi' || tag === 'aid') return { kind: 'doi', doi: written.toLowerCase() };
  if (tag === 'pmid' || tag === 'uid') return { kind: 'ids', ids: [written] };
  if (tag === 'sb' || tag === 'filter' || tag === 'la' || tag === 'language') return { kind: 'everything' };
  const field = fields[tag.replace(/:(?:noexp|~\d+)$/, '')];
  if (next && !field) reader.fieldsNotFound.push(next);
  const words = wordsOf(written);
  if (!words.length) return null;
  if (written.endsWith('*')) words[words.length - 1] = `${words.at(-1)}*`;
  return { kind: 'words', words, field: field ?? 'all', written, quoted };
}

function between(first: string, last: string, tag: string): Expression {
  const date = dates[tag.trim().toLowerCase()] ?? 'added';
  return { kind: 'between', date, ...pubmedDays(first, last), written: `${first}:${last}[${tag}]` };
}

/** `2026`, `2026/11` or `2026/11/21`: from the start of the first to the end of the last, in UTC. */
export function pubmedDays(first: string, last: string): { from: number; until: number } {
  const [year, month, day] = first.split('/').map(Number);
  const [lastYear, lastMonth, lastDay] = last.split('/').map(Number);
  const until = lastDay
    ? Date.UTC(lastYear!, lastMonth! - 1, lastDay + 1)
    : lastMonth
      ? Date.UTC(lastYear!, lastMonth, 1)
      : Date.UTC(lastYear! + 1, 0, 1);
  return { from: startOfDay(Date.UTC(year!, (month ?? 1) - 1, day ?? 1)), until };
}

/** PubMed's translation of the query in its reply: `"heart"[All Fields] AND ("failure"[Title] OR …)`. */
export function translation(expression: Expression): string {
  switch (expression.kind) {
    case 'words':
      return `"${expression.written.toLowerCase()}"[${longName[expression.field] ?? 'All Fields'}]`;
    case 'between':
      return expression.written;
    case 'ids':
      return expression.ids.map((id) => `${id}[UID]`).join(' OR ');
    case 'doi':
      return `"${expression.doi}"[Article Identifier]`;
    case 'numbered':
      return `${expression.first}:${expression.last}[UID]`;
    case 'everything':
      return 'all[sb]';
    case 'nothing':
      return '';
    default:
      return `${inner(expression.left, expression.kind)} ${expression.kind.toUpperCase()} ${inner(expression.right)}`;
  }
}

const inner = (expression: Expression, same?: Operator): string =>
  'left' in expression && expression.kind !== same ? `(${translation(expression)})` : translation(expression);

const longName: Partial<Record<Field, string>> = {
  text: 'Title/Abstract',
  title: 'Title',
  abstract: 'Abstract',
  author: 'Author',
  journal: 'Journal',
  type: 'Publication Type',
};
