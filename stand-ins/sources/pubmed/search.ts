import { createHash } from 'node:crypto';
import { type Entry, latest } from '../records/entry.ts';
import { type Expression, join, leaves } from '../search/expression.ts';
import { pubmedDays, readPubmedTerm, translation } from '../search/pubmedTerm.ts';
import type { RecordIndex } from '../search/recordIndex.ts';
import { wordsOf } from '../search/textIndex.ts';

/** The result of `esearch`, before formatting as JSON or XML. */
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

const sorts: Record<string, typeof newest> = {
  ...{ '': newest, pub_date: newest, 'most recent': newest },
  author: (a, b) => (a.authors[0] ?? '').localeCompare(b.authors[0] ?? ''),
  journalname: (a, b) => (a.journal ?? '').localeCompare(b.journal ?? ''),
};

/** Runs the term and the date fields; null if there is neither, which E-utilities report as an error. */
export function searchPubmed(recordIndex: RecordIndex, fields: Fields): Found | null {
  const { expression, fieldsNotFound } = readPubmedTerm(fields.term ?? '');
  const window = windowOf(fields);
  if (!expression && !window) return null;
  const missing = { phrases: [] as string[], quoted: [] as string[] };
  const asked = expression && loosen(expression, recordIndex, missing);
  const question = window ? join('and', asked, window) : asked!;
  const messages: string[] = [];
  const entries = order(recordIndex.find(question), fields.sort ?? '', question, messages);
  if (!entries.length) messages.unshift('No items found.');
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

function windowOf({ mindate, maxdate, datetype }: Fields): Expression | null {
  const date = datetype === 'mdat' ? 'changed' : 'added';
  const name =
    datetype === 'mdat' ? 'Date - Modification' : datetype === 'edat' ? 'Date - Entry' : 'Date - Publication';
  if (mindate && maxdate && [mindate, maxdate].every((text) => /^\d{4}(\/\d{1,2}){0,2}$/.test(text)))
    return {
      kind: 'between',
      date,
      ...pubmedDays(mindate, maxdate),
      written: `${mindate}:${maxdate}[${name}]`,
    };
  return null;
}

function order(entries: Entry[], sort: string, question: Expression, messages: string[]): Entry[] {
  const name = sort.replace('+', ' ').toLowerCase();
  if (name === 'relevance') return byRelevance(entries, question);
  // Recorded in 2026: an unknown order is ignored with a warning, under 200.
  if (!(name in sorts)) messages.push(`Unknown sort schema '${sort}' ignored`);
  return entries.sort(sorts[name] ?? newest);
}

function byRelevance(entries: Entry[], question: Expression): Entry[] {
  const asked = new Set(leaves(question).flatMap((leaf) => (leaf.kind === 'words' ? leaf.words : [])));
  const worth = new Map(
    entries.map((entry) => [entry, wordsOf(latest(entry).title).filter((word) => asked.has(word)).length]),
  );
  return entries.sort((a, b) => worth.get(b)! - worth.get(a)! || newest(a, b));
}

/** The history server: a WebEnv keeps results under growing query keys. The oldest are forgotten. */
export class History {
  private readonly kept = new Map<string, Entry[][]>();

  keep(entries: Entry[], webEnv: string | undefined): { webEnv: string; queryKey: number } {
    const known = webEnv ? this.kept.get(webEnv) : undefined;
    const results = known ?? [];
    results.push(entries);
    if (known) return { webEnv: webEnv!, queryKey: results.length };
    const hash = createHash('sha256')
      .update(`litwatch ${this.made++}`)
      .digest('hex');
    const fresh = `MCID_${hash.slice(0, 24)}`;
    this.kept.set(fresh, results);
    if (this.kept.size > 500) this.kept.delete(this.kept.keys().next().value!);
    return { webEnv: fresh, queryKey: results.length };
  }

  get(webEnv: string | undefined, queryKey: string | undefined): Entry[] | undefined {
    return this.kept.get(webEnv ?? '')?.[Number(queryKey) - 1];
  }

  private made = 0;
}
