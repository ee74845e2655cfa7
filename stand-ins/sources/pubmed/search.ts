import { randomUUID } from 'node:crypto';
import { type Entry, latest } from '../records/entry.ts';
import { startOfDay } from '../records/spread.ts';
import { type Expression, join, leaves } from '../search/expression.ts';
import { readPubmedTerm, translation } from '../search/pubmedTerm.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { wordsOf } from '../search/words.ts';

/** The result of `esearch`, before formatting. */
export interface Found {
  entries: Entry[];
  translation: string;
  phrasesNotFound: string[];
  quotedPhrasesNotFound: string[];
  fieldsNotFound: string[];
  messages: string[];
}

export type Fields = Record<string, string | undefined>;

const newest = (a: Entry, b: Entry): number => b.addedAt - a.addedAt || Number(b.id) - Number(a.id);

/** Runs the term and the date fields; null if there is neither, which E-utilities report as an error. */
export function searchPubmed(recordIndex: RecordIndex, fields: Fields): Found | null {
  const { expression, fieldsNotFound } = readPubmedTerm(fields.term ?? '');
  const window = windowOf(fields);
  if (!expression && !window) return null;
  const missing = { phrases: [] as string[], quoted: [] as string[] };
  const asked = expression && loosen(expression, recordIndex, missing);
  const question = window ? join('and', asked, window) : asked!;
  const found = recordIndex.find(question);
  // As asked by the product: by relevance, or else the newest first.
  const entries = fields.sort === 'relevance' ? byRelevance(found, question) : found.sort(newest);
  const messages = entries.length ? [] : ['No items found.'];
  const { phrases: phrasesNotFound, quoted: quotedPhrasesNotFound } = missing;
  const said = { phrasesNotFound, quotedPhrasesNotFound, fieldsNotFound, messages };
  return { entries, translation: translation(question), ...said };
}

/** Splits a quoted phrase that no record contains into its words, with a warning: PubMed's help, "phrase index". */
function loosen(
  expression: Expression,
  recordIndex: RecordIndex,
  missing: { phrases: string[]; quoted: string[] },
): Expression {
  if ('left' in expression)
    return {
      ...expression,
      left: loosen(expression.left, recordIndex, missing),
      right: loosen(expression.right, recordIndex, missing),
    };
  if (expression.kind !== 'words' || recordIndex.knows(expression)) return expression;
  if (!expression.quoted || expression.words.length === 1) {
    missing.phrases.push(expression.written);
    return expression;
  }
  missing.quoted.push(`"${expression.written}"`);
  return expression.words
    .map((word): Expression => ({ ...expression, words: [word], written: word, quoted: false }))
    .reduce((left, right) => join('and', left, right));
}

/** The days from `mindate` to `maxdate`, `2026/11/21` each, both included, in UTC. */
function windowOf({ mindate, maxdate, datetype }: Fields): Expression | null {
  const days = [mindate, maxdate].filter((text) => text && /^\d{4}\/\d{2}\/\d{2}$/.test(text));
  if (days.length < 2) return null;
  const [from, last] = days.map((day) => startOfDay(Date.parse(`${day!.replaceAll('/', '-')}T00:00:00Z`)));
  const [date, name] =
    datetype === 'mdat' ? (['changed', 'Modification'] as const) : (['added', 'Entry'] as const);
  const written = `${mindate}:${maxdate}[Date - ${name}]`;
  return { kind: 'between', date, from: from!, until: last! + 86_400_000, written };
}

function byRelevance(entries: Entry[], question: Expression): Entry[] {
  const asked = new Set(leaves(question).flatMap((leaf) => (leaf.kind === 'words' ? leaf.words : [])));
  const worth = new Map(
    entries.map((entry) => [entry, wordsOf(latest(entry).title).filter((word) => asked.has(word)).length]),
  );
  return entries.sort((a, b) => worth.get(b)! - worth.get(a)! || newest(a, b));
}

/** The history server: a WebEnv keeps the results of a search, under query key 1. The oldest are forgotten. */
export class History {
  private readonly kept = new Map<string, Entry[]>();

  keep(entries: Entry[]): string {
    const webEnv = `MCID_${randomUUID()}`;
    this.kept.set(webEnv, entries);
    if (this.kept.size > 500) this.kept.delete(this.kept.keys().next().value!);
    return webEnv;
  }

  get = (webEnv = '', queryKey = ''): Entry[] | undefined =>
    queryKey === '1' ? this.kept.get(webEnv) : undefined;
}
