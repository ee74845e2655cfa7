import { createHash } from 'node:crypto';
import { readWritten, refusalOf, type Written, type Zotero } from './client.ts';
import { itemKey, type SentPaper, type ZoteroObject } from './item.ts';

/**
 * One write. Its token is the same for every attempt with the same objects, so that Zotero refuses a repeated write. Then it
 * looks up which objects exist, and writes only the others, under another token.
 */
export async function writeOnce(
  zotero: Zotero,
  library: string,
  { objects, attempts }: { objects: ZoteroObject[]; attempts: number },
): Promise<Map<string, Written>> {
  const keys = objects.map(({ key }) => key);
  const answer = await zotero.write(library, objects, tokenOf(keys));
  if (answer.status === 200) return byKey(keys, readWritten(answer, keys.length));
  if (answer.status !== 412) throw refusalOf(answer);
  const there = await zotero.existing(library, keys);
  const rest = objects.filter(({ key }) => !there.has(key));
  const again = rest.length ? await zotero.write(library, rest, tokenOf([...keys, attempts])) : null;
  if (again && again.status !== 200) throw refusalOf(again);
  const found = new Map([...there].map((key) => [key, { isThere: true, code: 412, message: '' }]));
  const missing = rest.map(({ key }) => key);
  return new Map([...found, ...(again ? byKey(missing, readWritten(again, missing.length)) : [])]);
}

const byKey = (keys: string[], written: Written[]): Map<string, Written> =>
  new Map(keys.map((key, at) => [key, written[at]!]));

const tokenOf = (parts: (string | number)[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);

/**
 * Papers of an earlier attempt that the library has under the id of a work merged into theirs since. The response to that
 * write was lost.
 */
export async function arrivedAsFormer(
  zotero: Zotero,
  { reader, library }: { reader: string; library: string },
  papers: SentPaper[],
): Promise<Set<number>> {
  const keysOf = ({ formerIds }: SentPaper) => formerIds.map((id) => itemKey(reader, library, id, 'item'));
  const keys = papers.flatMap(keysOf);
  const there = keys.length ? await zotero.existing(library, keys) : new Set();
  return new Set(
    papers.filter((paper) => keysOf(paper).some((key) => there.has(key))).map(({ paperId }) => paperId),
  );
}
