import { attachmentFields, noteFields, templates } from './templates.ts';

/** A library of the stand-in. */
export interface Library {
  version: number;
  /** Names by key. */
  collections: Map<string, string>;
  items: Map<string, Stored>;
}

export type Stored = { version: number; data: Record<string, unknown> };

type Failure = { key?: string; code: number; message: string };

type Sent = Record<string, unknown>;

/** A library with these collections and no items. */
export const emptyLibrary = (collections: Record<string, string>): Library => ({
  version: 0,
  collections: new Map(Object.entries(collections)),
  items: new Map(),
});

/** Creates or changes items one by one, in order. A failed item does not undo the others. */
export function writeItems(library: Library, objects: unknown[], without: ReadonlySet<string>) {
  const answer = {
    successful: {} as Record<string, object>,
    success: {} as Record<string, string>,
    unchanged: {},
    failed: {} as Record<string, Failure>,
  };
  const version = library.version + 1;
  for (const [at, object] of objects.entries()) {
    const sent = object as Sent;
    const failure = refusalOf(library, sent, { at, without });
    if (failure) {
      answer.failed[at] = { ...(typeof sent?.key === 'string' ? { key: sent.key } : {}), ...failure };
      continue;
    }
    const key = String(sent.key ?? `NEW${String(library.items.size).padStart(5, '2')}`);
    library.version = version;
    // Fields not given keep the existing object's values.
    const data = { ...library.items.get(key)?.data, ...sent, key, version };
    library.items.set(key, { version, data });
    answer.successful[at] = { key, version, data };
    answer.success[at] = key;
  }
  return answer;
}

/** Zotero's error for an object that is not saved. */
function refusalOf(
  library: Library,
  sent: Sent,
  { at, without }: { at: number; without: ReadonlySet<string> },
): Failure | null {
  const fails = (code: number, message: string): Failure => ({ code, message });
  if (typeof sent !== 'object' || sent === null)
    return fails(400, `Invalid value for index ${at} in uploaded data; expected JSON item object`);
  const { key, version, itemType, collections = [], parentItem, tags = [] } = sent;
  if (key !== undefined) {
    if (!/^[23456789ABCDEFGHIJKLMNPQRSTUVWXYZ]{8}$/.test(String(key)))
      return fails(400, `'${key}' is not a valid item key`);
    const unasked =
      "Either If-Unmodified-Since-Version or 'version' property must be provided for 'key'-based writes";
    if (version === undefined) return fails(428, unasked);
    const stored = library.items.get(String(key));
    if (!stored && version !== 0)
      return fails(404, `Item doesn't exist (expected version ${version}; use 0 instead)`);
    const versions = `(expected ${version}, found ${stored?.version})`;
    if (stored && stored.version !== version)
      return fails(412, `Item has been modified since specified version ${versions}`);
  }
  const fields = fieldsOf(String(itemType));
  if (!fields) return fails(400, `'${itemType}' is not a valid item type`);
  const unknown = Object.keys(sent).find((field) => !fields.has(field) || without.has(field));
  if (unknown) return fails(400, `'${unknown}' is not a valid field for type '${itemType}'`);
  const missing = (collections as string[]).find((one) => !library.collections.has(one));
  if (missing) return fails(409, `Collection ${missing} not found`);
  if (parentItem !== undefined && !library.items.has(String(parentItem)))
    return fails(409, `Parent item ${parentItem} not found`);
  const tooLong = (tags as { tag: string }[]).find(({ tag }) => tag.length > 255);
  return tooLong ? fails(413, `Tag '${tooLong.tag.slice(0, 50)}...' too long`) : null;
}

const always = ['key', 'version', 'itemType', 'tags', 'relations', 'collections', 'parentItem', 'deleted'];

function fieldsOf(itemType: string): ReadonlySet<string> | null {
  if (itemType === 'attachment') return new Set([...always, ...attachmentFields]);
  if (itemType === 'note') return new Set([...always, ...noteFields]);
  const template = templates.get(itemType);
  return template ? new Set([...always, ...Object.keys(template)]) : null;
}
