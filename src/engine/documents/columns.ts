import { hashOf } from '../core/hash.ts';
import type { IndexPaper, Source } from '../core/types.ts';
import type { CooperativeYield } from '../core/yieldToEventLoop.ts';

/** The properties by which papers are filtered, one array per property. */
export interface Columns {
  ids: Float64Array;
  /** Index into the list of sources: the source of the record that is shown. */
  sources: Uint8Array;
  /** One bit for every source that lists the work, in the order of that list. */
  listedBy: Uint16Array;
  /** Days since 1970. */
  available: Int32Array;
  /** Milliseconds since 1970. */
  firstSeen: Float64Array;
  /** Index into `kinds`, the distinct lists of publication types. */
  kind: Uint16Array;
  kinds: string[][];
  /** From an impact service, 0 to 1; NaN if unknown. */
  impact: Float32Array;
  /** Key of the last author, see `authorKey`; 0 if unknown. */
  authorKeys: Uint32Array;
  /** `authors[authorStarts[i] … authorStarts[i + 1]]` are the keys of paper i's authors, with and without initials, and of their ORCID iDs. */
  authorStarts: Uint32Array;
  authors: Uint32Array;
  /** Index into `journals`, whose first entry is empty: 0 for a paper in none. */
  journal: Uint32Array;
  journals: string[];
}

/**
 * The columns of these papers, in their order.
 * @throws Error if a paper has a source that is not in the list
 */
export async function columnsOf(
  papers: readonly IndexPaper[],
  sources: readonly Source[],
  yielder: CooperativeYield,
): Promise<Columns> {
  const numbers = new Map(sources.map(({ name }, number) => [name, number]));
  const columns = emptyColumns(papers.length);
  const kindOf = numberer(columns.kinds, (types) => types.join('\n'));
  const journalOf = numberer(columns.journals, (journal) => journal);
  const authors: number[] = [];
  for (const [row, paper] of papers.entries()) {
    if (yielder.isDue()) await yielder.yield();
    columns.ids[row] = paper.id;
    const shown = numbers.get(paper.source);
    if (shown === undefined) throw new Error(`The index has no source “${paper.source}”.`);
    columns.sources[row] = shown;
    columns.listedBy[row] = sourceBits(paper.listedBy ?? [paper.source], sources);
    columns.available[row] = dayNumber(paper.availableOn);
    columns.firstSeen[row] = paper.firstSeenAt;
    columns.kind[row] = kindOf(paper.publicationTypes);
    columns.impact[row] = paper.impact ?? Number.NaN;
    const names = paper.authors ?? [];
    columns.authorKeys[row] = authorKey(names.at(-1) ?? '');
    for (const name of names) authors.push(authorKey(name), familyKey(name));
    for (const orcid of paper.orcids ?? []) authors.push(authorKey(orcid));
    columns.authorStarts[row + 1] = authors.length;
    columns.journal[row] = journalOf(paper.journal ?? '');
  }
  return { ...columns, authors: Uint32Array.from(authors) };
}

const emptyColumns = (rows: number): Columns => ({
  ids: new Float64Array(rows),
  sources: new Uint8Array(rows),
  listedBy: new Uint16Array(rows),
  available: new Int32Array(rows),
  firstSeen: new Float64Array(rows),
  kind: new Uint16Array(rows),
  kinds: [],
  impact: new Float32Array(rows),
  authorKeys: new Uint32Array(rows),
  authorStarts: new Uint32Array(rows + 1),
  authors: new Uint32Array(0),
  journal: new Uint32Array(rows),
  journals: [''],
});

/** The sources of these names as bits, to compare with `Columns.listedBy`. An unknown name has none. */
export function sourceBits(names: Iterable<string>, sources: readonly Source[]): number {
  let bits = 0;
  for (const wanted of names) {
    const number = sources.findIndex(({ name }) => name === wanted);
    if (number >= 0) bits |= 1 << number;
  }
  return bits;
}

const dayMs = 86_400_000;

/** Days since 1970 of `YYYY-MM-DD`; an invalid date is far in the past. */
export function dayNumber(day: string): number {
  const time = Date.parse(day);
  return Number.isNaN(time) ? -1_000_000 : Math.floor(time / dayMs);
}

/** Columns that are the same in every index. */
const plainColumns = [
  ...(['ids', 'sources', 'listedBy', 'available', 'firstSeen', 'impact', 'authorKeys'] as const),
];

/** Concatenates the rows `keep` of several columns. Shares lists that all of them have in common. */
export function joinColumns(parts: readonly { columns: Columns; keep: readonly number[] }[]): Columns {
  const joined = emptyColumns(parts.reduce((sum, { keep }) => sum + keep.length, 0));
  const authors: number[] = [];
  const kindOf = numberer(joined.kinds, (types) => types.join('\n'));
  const journalOf = numberer(joined.journals, (journal) => journal);
  let to = 0;
  for (const { columns, keep } of parts) {
    const kinds = columns.kinds.map(kindOf);
    const journals = columns.journals.map(journalOf);
    for (const row of keep) {
      for (const name of plainColumns) joined[name][to] = columns[name][row]!;
      joined.kind[to] = kinds[columns.kind[row]!]!;
      joined.journal[to] = journals[columns.journal[row]!]!;
      for (let at = columns.authorStarts[row]!; at < columns.authorStarts[row + 1]!; at++)
        authors.push(columns.authors[at]!);
      joined.authorStarts[++to] = authors.length;
    }
  }
  return { ...joined, authors: Uint32Array.from(authors) };
}

/** Returns a function that gives the number of a value in a list and appends values with a new key. */
function numberer<Value>(list: Value[], keyOf: (value: Value) => string): (value: Value) => number {
  const numbers = new Map(list.map((value, number) => [keyOf(value), number]));
  return (value) => {
    const key = keyOf(value);
    if (!numbers.has(key)) numbers.set(key, list.push(value) - 1);
    return numbers.get(key)!;
  };
}

/**
 * A hash of family name and first initial, the same for `Whelan, R.`, `Whelan RP` and `Robert Whelan`; 0 for no name.
 * Two people may share one, so it only counts for papers that are also close in the latent space.
 */
export const authorKey = (name: string): number => keyOf(normalizedName(plainName(name)));

/** As `authorKey`, but of the family name alone, which may be all that a reader knows of an author. */
export const familyKey = (name: string): number =>
  keyOf(normalizedName(plainName(name)).replace(/(?<=.) .$/u, ''));

const plainName = (name: string): string =>
  name
    .normalize('NFD')
    .replace(/\p{M}+/gu, '')
    .replace(/[øłđßæœ]/giu, (letter) => plainLetters[letter.toLowerCase()] ?? letter)
    .trim();

/** Letters that are not accented forms of other letters, with their spelling in English records. */
const plainLetters: Record<string, string> = { ø: 'o', ł: 'l', đ: 'd', ß: 'ss', æ: 'ae', œ: 'oe' };

const keyOf = (name: string): number => (name ? hashOf(name.toLowerCase()) >>> 0 || 1 : 0);

function normalizedName(name: string): string {
  const [family = '', given = ''] = name.split(',').map((part) => part.trim());
  if (given) return `${family} ${given[0]}`;
  const words = name.split(/\s+/);
  const last = words.at(-1) ?? '';
  if (words.length === 1) return last;
  // PubMed's own form: the family name, then initials without full stops.
  if (/^\p{Lu}{1,3}$/u.test(last)) return `${words.slice(0, -1).join(' ')} ${last[0]}`;
  return `${last} ${name[0]}`;
}
