import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { paperStates } from '../papers/paper.ts';
import { sourceName } from '../papers/sources.ts';
import { readerPaper } from './paperState.ts';

/** The lists of the shelf, with the pages' names for them. */
export const shelfLists = { kept: 'Kept', done: 'Read', not: 'Not for me' } as const;
export type ShelfList = keyof typeof shelfLists;

export const shelfOrders = { kept: 'Latest first', newest: 'Newest paper', author: 'First author' } as const;
export type ShelfOrder = keyof typeof shelfOrders;

export const noteAtMost = 20_000;
export const tagsAtMost = 20;
export const tagLengthAtMost = 40;
/** Maximum number of papers per bulk action. */
export const bulkAtMost = 500;

const tag = z
  .string()
  .transform((text) => text.replace(/\s+/g, ' ').trim())
  .pipe(
    z
      .string()
      .min(1, 'A tag needs a letter or a number.')
      .max(tagLengthAtMost, `A tag can have at most ${tagLengthAtMost} characters.`),
  );
const tags = z
  .array(tag)
  .max(tagsAtMost, `A paper can have at most ${tagsAtMost} tags.`)
  .transform((list) => [...new Set(list)]);

/** Filters of the list; each is optional. */
export const chosen = {
  state: z.enum(['kept', 'done', 'not', 'all']).default('kept'),
  /** Words of title, authors, journal, abstract, note, or tags, or their beginnings. */
  q: z.string().max(200).default(''),
  tag: z.string().max(60).optional(),
  source: sourceName.optional(),
  /** The year in which the source made the paper available. */
  year: z.coerce.number().int().min(1000).max(9999).optional(),
  /** The topic it came with. */
  termId: z.string().max(64).optional(),
  /** `noted`: with a note; `changed`: retracted, corrected, revised, or published since it arrived. */
  only: z.enum(['noted', 'changed']).optional(),
};

const tooMany = `At most ${bulkAtMost} papers can be changed at once.`;
const paperIds = z.array(z.string().max(32)).min(1, 'Please select a paper.').max(bulkAtMost, tooMany);

const former = z.object({ id: z.string().max(32), state: z.enum(paperStates), tags });

const counted = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...shape, papers: z.int() });

export const shelfApi = {
  list: endpoint('GET /api/shelf', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: 'A page of the papers that the reader answered or imported, narrowed and ordered.',
    query: z.object({
      ...chosen,
      order: z.enum(['kept', 'newest', 'author']).default('kept'),
      /** `next` of the previous page, with the same order. */
      cursor: z.string().max(400).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(20),
    }),
    response: z.object({
      papers: z.array(readerPaper),
      /** Pass it as `cursor` for the next page; null on the last. */
      next: z.string().nullable(),
      total: z.int(),
    }),
  }),
  summary: endpoint('GET /api/shelf/summary', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary: 'How many papers each list of the shelf has, and each tag, source, year, and topic of one list.',
    query: z.object({ state: chosen.state }),
    response: z.object({
      states: z.object({ kept: z.int(), done: z.int(), not: z.int() }),
      noted: z.int(),
      changed: z.int(),
      tags: z.array(counted({ tag: z.string() })),
      sources: z.array(counted({ source: sourceName })),
      years: z.array(counted({ year: z.int() })),
      terms: z.array(counted({ id: z.uuid(), term: z.string() })),
    }),
  }),
  annotate: endpoint('PUT /api/shelf/:id', 'session', {
    // Up to four bytes per character, or six if JSON escapes it.
    bodyBytes: 128 * 1024,
    summary: 'Set the note (Markdown) or the tags of a paper on the shelf; what is left out stays.',
    params: z.object({ id: z.string().max(32) }),
    body: z.object({
      note: z
        .string()
        .max(noteAtMost, `A note can have at most ${noteAtMost.toLocaleString('en-US')} characters.`)
        .optional(),
      tags: tags.optional(),
    }),
    response: z.object({ note: z.string(), tags: z.array(z.string()) }),
  }),
  change: endpoint('POST /api/shelf/change', 'session', {
    summary:
      'Answer, tag, or untag many papers of the shelf at once. Returns what they were before, which `POST /api/shelf/restore` takes back.',
    body: z.object({
      ids: paperIds,
      state: z.enum(paperStates).optional(),
      addTags: tags.default([]),
      removeTags: tags.default([]),
    }),
    response: z.object({ former: z.array(former) }),
  }),
  restore: endpoint('POST /api/shelf/restore', 'session', {
    bodyBytes: 1024 * 1024,
    summary: 'Undo a change of many papers: gives each the state and the tags it had.',
    body: z.object({ papers: z.array(former).min(1).max(bulkAtMost) }),
  }),
} as const;
