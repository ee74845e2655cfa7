import { z } from 'zod';
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
  URL: text,
  number: text,
  note: text,
  keyword: text,
  annote: text,
  'container-title': text,
});

/** Reads CSL-JSON: an array of items, one item, items under `items`, or an item a line. @throws SyntaxError for other text */
export function readCsl(json: string): Promise<Entry[]> {
  return entriesOf(itemsIn(json), {
    textOf: (one) => (typeof one === 'string' ? one : JSON.stringify(one)),
    read: (one) => {
      const parsed = item.safeParse(cut(one));
      return parsed.success ? ofItem(parsed.data) : 'It is not an object with the fields of CSL.';
    },
  });
}

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
    if (!/^\{[^\n]*\}[ \t]*\n/.test(json)) throw error;
    return json.split('\n').flatMap((line) => (line.trim() ? [parsedOrText(line)] : []));
  }
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

const ofItem = (given: z.output<typeof item>): Found => ({
  identifiers: [
    given.DOI,
    given.PMID && `PMID ${given.PMID}`,
    // Zotero puts fields that CSL lacks into the note, one per line.
    ...given.note.split('\n'),
    ...[given.number, given['container-title']].filter((one) => /arxiv/i.test(one)),
    given.URL,
  ],
  title: given.title,
  authors: given.author.map((name) =>
    [name.given, name['non-dropping-particle'], name.family, name.suffix, name.literal]
      .filter(Boolean)
      .join(' '),
  ),
  issued: [given.issued?.['date-parts'][0]?.[0], given.issued?.raw, given.issued?.literal]
    .filter(Boolean)
    .join(' '),
  tags: given.keyword.split(/[,;]/).map((tag) => tag.trim()),
  notes: [given.annote],
});
