import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Citation } from '#features/citations/server/citation.ts';
import { answerMs, fieldOf, type OutboundAnswer, sendOut, waitOf } from '#platform/http/outbound.ts';
import { longestPauseSeconds } from '#platform/retries.ts';
import { plain } from '#shared/values/plainText.ts';
import { collectionKey, libraryNumber } from '../contract.ts';

/** Zotero refused a call. `wait`: seconds until a retry; null if a retry would not help. */
export class ZoteroRefusal extends Error {
  readonly status: number | null;
  readonly wait: number | null;

  constructor(sentence: string, status: number | null, wait: number | null) {
    super(sentence);
    this.status = status;
    this.wait = wait;
  }
}

export type Zotero = ReturnType<typeof openZotero>;

/** A name in a reply, as we store and show it. */
const name = z.string().transform((text) => plain(text.slice(0, 300)));

/** The response of `GET /keys/current`. */
const rights = z.object({ library: z.boolean().optional(), write: z.boolean().optional() });
const access = z.object({ user: rights.optional(), groups: z.record(z.string(), rights).optional() });
const keyRights = z.object({ userID: libraryNumber, username: name, access: access.optional() });
export type KeyRights = z.output<typeof keyRights>;

/** Rows of a list on one page, cut before they are checked, with the fields that we use. */
const rowsAtMost = 100;
const ids = z.object({ id: libraryNumber, key: collectionKey }).partial();
const row = ids.extend({ data: z.object({ name }) });
const listed = z.preprocess((page) => (Array.isArray(page) ? page.slice(0, rowsAtMost) : page), z.array(row));
const anyObject = z.record(z.string(), z.unknown());
/** Fields of an item type with their short texts. Lists and objects are ours; what is longer would be sent with each paper. */
const template = anyObject.transform((fields) =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([field, value]) => typeof value === 'string' && field.length + value.length < 100)
      .slice(0, 200),
  ),
);

/**
 * Zotero's Web API, version 3 (https://www.zotero.org/support/dev/web_api/v3/basics). The operator sets its address, so
 * it may be private. `backoff`: the longest pause, in seconds, that a response has asked for.
 * @param withinMs for all calls together, while a reader waits
 */
export function openZotero(base: string, key: string, withinMs = Number.POSITIVE_INFINITY) {
  const endsAt = performance.now() + withinMs;
  let backoff = 0;

  async function call(
    method: 'GET' | 'POST',
    path: string,
    { body, headers = {} }: { body?: object; headers?: Record<string, string> } = {},
  ): Promise<OutboundAnswer> {
    const all = {
      ...{ 'zotero-api-version': '3', 'zotero-api-key': key, 'user-agent': 'Litwatch' },
      ...(body && { 'content-type': 'application/json' }),
      ...headers,
    };
    const request = {
      method,
      url: `${base}/${path}`,
      headers: all,
      ...(body && { body: JSON.stringify(body) }),
    };
    const left = Math.max(1, Math.min(answerMs, endsAt - performance.now()));
    const answer = await sendOut(request, { allowPrivate: true, withinMs: left }).catch((cause: unknown) => {
      throw Object.assign(new ZoteroRefusal('Zotero could not be reached.', null, 0), { cause });
    });
    const asked = Math.min(Number(answer.headers.backoff ?? 0), longestPauseSeconds);
    if (asked > backoff) backoff = Math.ceil(asked);
    return answer;
  }

  /** @throws ZoteroRefusal for any status but 200, and for a reply of another shape */
  async function read<T>(path: string, shape: z.ZodType<T>): Promise<T> {
    const answer = await call('GET', path);
    if (answer.status !== 200) throw refusalOf(answer);
    try {
      return shape.parse(JSON.parse(answer.text));
    } catch {
      throw new ZoteroRefusal('Zotero gave an answer that could not be read.', answer.status, 0);
    }
  }

  /** All pages of a list, a thousand rows at most. */
  async function list(path: string) {
    const rows: z.output<typeof listed> = [];
    for (let start = 0; start < 1000; start += rowsAtMost) {
      const page = await read(`${path}?limit=${rowsAtMost}&start=${start}`, listed);
      rows.push(...page);
      if (page.length < rowsAtMost) break;
    }
    return rows;
  }

  return {
    backoff: () => backoff,
    rights: () => read('keys/current', keyRights),
    groups: (userId: number) => list(`users/${userId}/groups`),
    collections: (library: string) => list(`${library}/collections`),
    /** The fields of an item type on this server. */
    template: (type: string) => read(`items/new?itemType=${type}`, template),
    /** Which of these items the library has. */
    async existing(library: string, keys: string[]): Promise<Set<string>> {
      const there = new Set<string>();
      // Zotero takes fifty keys a call.
      for (let at = 0; at < keys.length; at += 50) {
        const some = keys.slice(at, at + 50).join(',');
        const path = `${library}/items?itemKey=${some}&format=versions&includeTrashed=1`;
        for (const key of Object.keys(await read(path, anyObject))) there.add(key);
      }
      return there;
    },
    /** Creates at most 50 objects, each with its own result. A token allows a write only once. */
    write: (library: string, items: object[], writeToken: string): Promise<OutboundAnswer> =>
      call('POST', `${library}/items`, { body: items, headers: { 'zotero-write-token': writeToken } }),
  };
}

/** The refusal for an unexpected response. */
export function refusalOf(answer: OutboundAnswer): ZoteroRefusal {
  const { status } = answer;
  const final = finals[status];
  return new ZoteroRefusal(final ?? `Zotero answered ${status}.`, status, final ? null : waitOf(answer));
}

const finals: Record<number, string> = {
  403: 'Zotero no longer accepts the key, or it may not write there.',
  404: 'The library is no longer there.',
};

/** The result of each object in a write, by its position. */
export interface Written {
  /** The object exists, created now or before. */
  isThere: boolean;
  code: number;
  message: string;
}

const unsaid = 'Zotero did not say whether it was saved.';
const failure = z
  .object({ code: z.number().catch(500), message: name.catch(unsaid) })
  .catch({ code: 500, message: unsaid });

/** Parses the response to a write. An object missing from it counts as failed. */
export function readWritten(answer: OutboundAnswer, count: number): Written[] {
  const part = (name: string): Record<string, unknown> => Object(fieldOf(answer.text, name) ?? {});
  const saved = ['successful', 'success', 'unchanged'].map(part);
  const failed = part('failed');
  return Array.from({ length: count }, (_, at) => {
    const place = String(at);
    if (saved.some((places) => Object.hasOwn(places, place)))
      return { isThere: true, code: 200, message: '' };
    const { code, message } = failure.parse(failed[place] ?? {});
    // Version 0 means "must not exist", so a 412 is a retry that finds the object of the first attempt.
    return { isThere: code === 412, code, message };
  });
}

/** The data of one paper for Zotero. */
export interface SentPaper {
  paperId: number;
  /** Ids of works merged into it. Zotero may have it under one of them. */
  formerIds: number[];
  citation: Citation;
  /** A free copy; null if none is known. */
  pdfUrl: string | null;
  /** The topic it came with; null for an imported paper. */
  topic: string | null;
  /** The reader's own tags, from the shelf. */
  tags: string[];
  /** Markdown. */
  note: string;
}

/** Where items go. */
interface Target {
  library: string;
  collection: string | null;
  /** ISO 8601. */
  at: string;
}

/** The characters allowed in Zotero's keys. */
const keyCharacters = '23456789ABCDEFGHIJKLMNPQRSTUVWXYZ';

/** The key of our object in a library, the same for every attempt, in Zotero's format of 8 out of 33 characters. */
export function itemKey(reader: string, library: string, paperId: number, part: string): string {
  const hash = createHash('sha256')
    .update(JSON.stringify(['zotero', reader, library, paperId, part]))
    .digest();
  let rest = hash.readBigUInt64BE();
  let key = '';
  while (key.length < 8) {
    key += keyCharacters[Number(rest % 33n)];
    rest /= 33n;
  }
  return key;
}

/** Templates of items by type, with the server's fields. */
export type Templates = Map<string, Record<string, unknown>>;

/** Zotero's name for what a paper is. */
export const itemTypeOf = ({ kind }: Citation): string =>
  kind === 'preprint' ? 'preprint' : 'journalArticle';

/** What a write creates: an item, an attachment or a note. */
export type ZoteroObject = { key: string; version: 0 } & Record<string, unknown>;

/** The objects of one paper: the item, then its attachment and its note. Version 0 means that they must not exist yet. */
export function objectsOf(
  reader: string,
  paper: SentPaper,
  target: Target,
  templates: Templates,
): ZoteroObject[] {
  const { citation, paperId, pdfUrl, note } = paper;
  const key = (part: string) => itemKey(reader, target.library, paperId, part);
  const fields = filled(templates.get(itemTypeOf(citation))!, paper, target);
  const item = { ...fields, key: key('item'), version: 0 as const };
  const child = { parentItem: key('item'), version: 0 as const, tags: [], relations: {} };
  const pdf = {
    ...{ itemType: 'attachment', linkMode: 'linked_url', title: 'PDF', url: pdfUrl, accessDate: target.at },
    ...{ contentType: 'application/pdf', charset: '', note: '', ...child, key: key('pdf') },
  };
  const written = { itemType: 'note', note: noteHtml(note), ...child, key: key('note') };
  return [item, ...(pdfUrl ? [pdf] : []), ...(note.trim() ? [written] : [])];
}

function filled(template: Record<string, unknown>, { citation, topic, tags }: SentPaper, target: Target) {
  const { title, abstract, journal, server, volume, issue, pages, issn, eprint, pmid, doi, url } = citation;
  const has = (field: string) => Object.hasOwn(template, field);
  const archived = eprint && `${eprint.archive}:${eprint.id}`;
  const isArticle = citation.kind === 'article';
  // Articles have no field for their preprint, and older servers none for a PMID.
  const extra = [isArticle && archived, citation.note, pmid && !has('PMID') && `PMID: ${pmid}`];
  const fields = {
    ...{ title, abstractNote: abstract, publicationTitle: journal, repository: server, volume, issue, url },
    ...{ pages: pages?.join('-'), ISSN: issn, DOI: doi, PMID: pmid, archiveID: archived },
    ...{ date: dateOf(citation), accessDate: target.at, libraryCatalog: 'Litwatch' },
    genre: isArticle ? null : 'Preprint',
    extra: extra.filter(Boolean).join('\n'),
  };
  const known = Object.entries(fields).filter(([field, value]) => value && has(field));
  return {
    ...template,
    ...Object.fromEntries(known),
    creators: citation.authors.map(creatorOf),
    tags: [...(topic ? [{ tag: topic.slice(0, 255), type: 1 }] : []), ...tags.map((tag) => ({ tag }))],
    collections: target.collection ? [target.collection] : [],
    relations: {},
  };
}

const dateOf = ({ issued }: Citation): string =>
  [issued?.year, issued?.month, issued?.day]
    .filter((part) => part !== undefined)
    .map((part) => String(part).padStart(2, '0'))
    .join('-');

const creatorOf = (name: Citation['authors'][number]) =>
  name.literal === undefined
    ? {
        creatorType: 'author',
        firstName: [name.given, name.suffix].filter(Boolean).join(', '),
        lastName: [name.particle, name.family].filter(Boolean).join(' '),
      }
    : { creatorType: 'author', name: name.literal };

/** Zotero's notes are HTML. The Markdown stays as written, with one paragraph per line. */
const noteHtml = (note: string): string =>
  note
    .trim()
    .split(/\n{2,}/)
    .filter(Boolean)
    .map((block) => `<p>${escaped(block).replaceAll('\n', '<br>')}</p>`)
    .join('\n');

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
