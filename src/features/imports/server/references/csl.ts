import { z } from 'zod';
import { inOrder } from '#sources/record/names.ts';
import { ofLine } from './list.ts';
import { type Entry, entriesOf, type Found, fieldAtMost, namesIn, valuesAtMost } from './reference.ts';

const text = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform(([first = '']) => first)])
  .catch('');
const item = z.object({
  title: text,
  DOI: text,
  PMID: text,
  PMCID: text,
  URL: text,
  note: text,
  keyword: text,
  annote: text,
});
type Fields = Record<string, unknown>;

/** Other programs' names of fields, in small letters, beside `display_name` and the like. */
const called: Record<string, string> = {
  ...{ doi: 'DOI', pmid: 'PMID', pubmed: 'PMID', pmcid: 'PMCID', url: 'URL', display_name: 'title' },
};

/**
 * Reads CSL-JSON, and what Zotero, Crossref and other services answer: an array of items, one item, items anywhere in an object,
 * or an item a line. @throws SyntaxError for other text
 */
export function readCsl(json: string): Promise<Entry[]> {
  return entriesOf(itemsIn(json), {
    textOf: (one) => (typeof one === 'string' ? one : JSON.stringify(one)),
    read: (one) => {
      if (typeof one === 'string')
        return /^\W{0,2}10\.|^(?:PMC)?\d{4,12}$|^\w+:/.test(one) ? ofLine(one) : broken;
      const fields = isObject(one) ? named(cut(one) as Fields) : null;
      return fields ? ofItem(item.parse(fields), fields) : broken;
    },
  });
}

const broken = 'It is not an object with the fields of CSL.';

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A work, of which Zotero answers with what is under `data`, and DataCite under `attributes`; null for another value. */
function workOf(value: unknown): Fields | null {
  if (!isObject(value)) return null;
  const isWork = Object.keys(value).some((name) => /^(?:title|display_name|doi|pmid|itemType)$/i.test(name));
  return isWork ? value : workOf(value.data ?? value.attributes);
}
const isWork = (value: unknown): boolean => workOf(value) !== null;

function itemsIn(json: string): unknown[] {
  const items = worksIn(jsonOf(json), 0).map((one) => workOf(one) ?? one);
  return items.filter((one) => !isObject(one) || !/^(?:attachment|note|annotation)$/.test(`${one.itemType}`));
}

function worksIn(value: unknown, depth: number): unknown[] {
  if (Array.isArray(value)) return value;
  if (!isObject(value) || isWork(value) || depth > 3) return [value];
  const inside = Object.values(value);
  const list = inside.find((one) => Array.isArray(one) && one.some(isWork)) as unknown[] | undefined;
  const works = inside.filter(isObject).flatMap((one) => worksIn(one, depth + 1).filter(isWork));
  return list ?? (works.length > 0 ? works : [value]);
}

function jsonOf(json: string): unknown {
  // Each level takes more memory than its text, and CSL has six.
  if (/(?:[[{]\s?){50}/.test(json)) throw new SyntaxError('nested too deep');
  try {
    return JSON.parse(json);
  } catch (error) {
    const objects = objectsIn(json).map(parsedOrText);
    if (!objects.some((one) => typeof one === 'object')) throw error;
    return objects;
  }
}

/** The outermost objects of a text that is no JSON as a whole: lines, arrays that were joined, one that breaks off. */
function objectsIn(json: string): string[] {
  const objects: string[] = [];
  let [depth, from] = [0, 0];
  for (const { 0: sign, index } of json.matchAll(/"(?:\\.|[^"\\\n])*"|[{}]|\n(?=\{)/g)) {
    const isClosed = sign === '}' && depth === 1;
    // A line that begins with a brace begins an object, whatever is missing before it.
    if (isClosed || (sign === '\n' && depth > 0)) objects.push(json.slice(from, index + 1).trim());
    if (sign === '{' && depth === 0) from = index;
    depth = isClosed || sign === '\n' ? 0 : Math.max(0, depth + (sign === '{' ? 1 : sign === '}' ? -1 : 0));
  }
  return depth > 0 ? [...objects, json.slice(from)] : objects;
}

function parsedOrText(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

/** Lists and texts at most as long as they are read, before a schema looks at them. */
function cut(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, fieldAtMost);
  if (typeof value !== 'object' || value === null || depth > 4) return depth > 4 ? null : value;
  if (Array.isArray(value)) return value.slice(0, valuesAtMost).map((one) => cut(one, depth + 1));
  const fields = Object.entries(value).slice(0, valuesAtMost);
  return Object.fromEntries(fields.map(([name, one]) => [name, cut(one, depth + 1)]));
}

/** An item with CSL's names of fields, and the identifiers that it lists apart. */
function named(given: Fields): Fields {
  const apart = ['externalIds', 'ids'].map((name) => given[name]).filter(isObject);
  const all = [...apart, given].flatMap((fields) => Object.entries(fields));
  return Object.fromEntries(
    all.map(([name, value]) =>
      /^arxiv/i.test(name) && typeof value === 'string'
        ? [name, `arXiv:${value.replace(/^arxiv:/i, '')}`]
        : [called[name.toLowerCase()] ?? name, value],
    ),
  );
}

const ofItem = (given: z.output<typeof item>, fields: Fields): Found => ({
  identifiers: [
    given.DOI,
    given.PMID && `PMID ${given.PMID}`,
    given.PMCID,
    // Zotero puts fields that CSL lacks into the note, one per line.
    ...given.note.split('\n'),
    given.URL,
  ],
  title: given.title,
  authors: namesOf(fields.author ?? fields.creators ?? fields.authors ?? fields.authorships),
  // The first year in it, however a program writes dates.
  issued: JSON.stringify(fields.issued ?? fields.date ?? fields.year ?? fields.publication_year) ?? '',
  others: Object.entries(fields).flatMap(([name, one]) =>
    typeof one === 'string' && !/^(?:title|abstract|annote|note|keyword|id)$/.test(name) ? one : [],
  ),
  tags: given.keyword.split(/[,;]/).map((tag) => tag.trim()),
  notes: [given.annote],
});

const nameParts =
  'given firstName non-dropping-particle family lastName suffix literal name display_name'.split(' ');

/** Names as CSL, Zotero, Semantic Scholar and OpenAlex write them, or in one text. */
function namesOf(value: unknown): string[] {
  if (typeof value === 'string') return namesIn(value);
  if (!Array.isArray(value)) return [];
  return value.flatMap((one: unknown) => {
    if (!isObject(one)) return typeof one === 'string' ? inOrder(one) : [];
    if (isObject(one.author)) return namesOf([one.author]);
    return nameParts.flatMap((part) => text.parse(one[part]) || []).join(' ');
  });
}
