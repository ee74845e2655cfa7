import { z } from 'zod';
import { ofLine } from './list.ts';
import { type Entry, entriesOf, type Found, fieldAtMost, valuesAtMost } from './reference.ts';

const text = z
  .union([z.string(), z.number().transform(String), z.array(z.string()).transform(([first = '']) => first)])
  .catch('');
const item = z.object({
  title: text,
  author: z
    .array(
      z.object({ family: text, given: text, literal: text, 'non-dropping-particle': text, suffix: text }),
    )
    .catch([]),
  creators: z.array(z.object({ firstName: text, lastName: text, name: text })).catch([]),
  issued: z
    .object({
      'date-parts': z.array(z.array(z.union([z.string(), z.number()]))).catch([]),
      raw: text,
      literal: text,
    })
    .optional()
    .catch(undefined),
  DOI: text,
  PMID: text,
  PMCID: text,
  URL: text,
  note: text,
  keyword: text,
  annote: text,
});

/** Reads CSL-JSON: an array of items, one item, items under `items`, or an item a line. @throws SyntaxError for other text */
export function readCsl(json: string): Promise<Entry[]> {
  return entriesOf(itemsIn(json), {
    textOf: (one) => (typeof one === 'string' ? one : JSON.stringify(one)),
    read: (one) => {
      if (typeof one === 'string')
        return /^\W{0,2}10\.|^(?:PMC)?\d{4,12}$|^\w+:/.test(one) ? ofLine(one) : broken;
      const fields = cut(one);
      const parsed = item.safeParse(fields);
      return parsed.success ? ofItem(parsed.data, fields as object) : broken;
    },
  });
}

const broken = 'It is not an object with the fields of CSL.';

function itemsIn(json: string): unknown[] {
  const given = jsonOf(json);
  if (Array.isArray(given)) return given;
  const isWrapped = given && typeof given === 'object' && 'items' in given && Array.isArray(given.items);
  return isWrapped ? (given.items as unknown[]) : [given];
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

const ofItem = (given: z.output<typeof item>, fields: object): Found => ({
  identifiers: [
    given.DOI,
    given.PMID && `PMID ${given.PMID}`,
    given.PMCID,
    // Zotero puts fields that CSL lacks into the note, one per line.
    ...given.note.split('\n'),
    given.URL,
  ],
  title: given.title,
  authors: [
    ...given.author.map((name) => [
      ...[name.given, name['non-dropping-particle'], name.family, name.suffix, name.literal],
    ]),
    // Zotero's own JSON.
    ...given.creators.map(({ firstName, lastName, name }) => [firstName, lastName, name]),
  ].map((parts) => parts.filter(Boolean).join(' ')),
  issued: [given.issued?.['date-parts'][0]?.[0], given.issued?.raw, given.issued?.literal]
    .filter(Boolean)
    .join(' '),
  others: Object.entries(fields).flatMap(([name, one]) =>
    typeof one === 'string' && !/^(?:title|abstract|annote|note|keyword|id)$/.test(name) ? one : [],
  ),
  tags: given.keyword.split(/[,;]/).map((tag) => tag.trim()),
  notes: [given.annote],
});
