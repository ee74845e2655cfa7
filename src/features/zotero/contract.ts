import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';
import { moment } from '#shared/values/fields.ts';

/** Of a user or a group, as Zotero's replies have it. */
export const libraryNumber = z.int().min(1).max(999_999_999_999_999);
/** `users/1` or `groups/42`, as in Zotero's addresses. */
const libraryId = z.string().regex(/^(users|groups)\/\d{1,15}$/, 'Please choose a library from the list.');
export const collectionKey = z
  .string()
  .regex(/^[23456789A-Z]{8}$/, 'Please choose a collection from the list.');

const library = z.object({ id: libraryId, name: z.string() });
const collection = z.object({ key: collectionKey, name: z.string() });

/** A reader's connection to Zotero, without the key. */
const zoteroAccount = z.object({
  username: z.string(),
  library,
  /** Null for the top level of the library. */
  collection: collection.nullable(),
  /** Whether papers go there when the reader keeps them. */
  sendsKept: z.boolean(),
  /** Topics whose every paper goes there. */
  topics: z.array(z.uuid()),
  connectedAt: moment,
  /** Why sending is off; null while it is on. */
  ended: z.string().nullable(),
  /** The last error, in a sentence. */
  problem: z.string().nullable(),
  /** Number of papers by delivery status. */
  papers: z.object({ waiting: z.int(), sent: z.int(), failed: z.int() }),
});
export type ZoteroAccount = z.infer<typeof zoteroAccount>;

/** The connection without its key, with every paper sent there. */
export const zoteroExport = zoteroAccount
  .extend({
    sentPapers: z.array(z.object({ paperId: z.string(), status: z.string(), sentAt: moment.nullable() })),
  })
  .nullable();

const answer = z.object({ account: zoteroAccount.nullable() });

export const zoteroApi = {
  read: endpoint('GET /api/zotero', 'session', {
    summary: 'The reader’s connection to Zotero; null without one.',
    response: answer,
  }),
  connect: endpoint('POST /api/zotero', 'session', {
    summary:
      'Connect with Zotero by an API key of the reader’s, whose rights are checked. The key is kept encrypted and never returned.',
    body: z.object({
      key: z
        .string()
        .trim()
        .regex(/^[A-Za-z0-9]{8,64}$/, 'Please enter a key from zotero.org/settings/keys.'),
    }),
    response: answer,
  }),
  places: endpoint('GET /api/zotero/places', 'session', {
    summary: 'Libraries that the key may write to, and the collections of one of them.',
    query: z.object({ library: libraryId.optional() }),
    response: z.object({ libraries: z.array(library), collections: z.array(collection) }),
  }),
  change: endpoint('PUT /api/zotero', 'session', {
    summary: 'Choose the library and the collection that papers go to, and whether kept papers go there.',
    body: z.object({ library: libraryId, collection: collectionKey.nullable(), sendsKept: z.boolean() }),
    response: answer,
  }),
  setTopic: endpoint('PUT /api/search-terms/:id/zotero', 'session', {
    summary: 'Whether all papers of a topic’s digests go to Zotero, from now on.',
    body: z.object({ sends: z.boolean() }),
  }),
  disconnect: endpoint('DELETE /api/zotero', 'session', {
    summary: 'Send nothing to Zotero any more, and forget the key. What is there stays.',
  }),
} as const;
