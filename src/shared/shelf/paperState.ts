import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { workEventKinds } from '../papers/moments.ts';
import { paper, paperStates } from '../papers/paper.ts';
import { moment } from '../values/fields.ts';

/** A paper with one reader's state of it. */
export const readerPaper = z.object({
  /** The paper’s current id, even if its digest stores an older one. */
  id: z.string(),
  state: z.enum(paperStates),
  /** The digest and topic it came with; null for an imported paper, or once they are deleted. */
  digestId: z.uuid().nullable(),
  /** Its number in that digest, from 1, by which citation files are requested. Only for new papers. */
  number: z.int().optional(),
  termId: z.uuid().nullable(),
  term: z.string().nullable(),
  /** When it came with a digest, or when the reader kept it. */
  at: moment,
  /** Markdown, as the reader wrote it. */
  note: z.string(),
  tags: z.array(z.string()),
  /** Events since it arrived, oldest first. `url` and `journal` locate the article or the notice. */
  later: z.array(
    z.object({
      kind: z.enum(workEventKinds),
      at: moment,
      url: z.string().nullable(),
      journal: z.string().nullable(),
    }),
  ),
  /** True if the reader imported it and no digest had it. */
  imported: z.boolean(),
  paper,
});
export type ReaderPaper = z.infer<typeof readerPaper>;

const page = {
  papers: z.array(readerPaper),
  /** Pass it as `cursor` for the next page; null on the last. */
  next: z.string().nullable(),
};

export const desk = z.object({
  /** The end of the last visit, which is 30 minutes without opening the desk. Null on the first visit. */
  since: moment.nullable(),
  /** Unanswered papers of the last 28 days. */
  unread: z.int(),
  /** How many of them came since the last visit. */
  sinceVisit: z.int(),
  /** How many digests they are from. */
  digests: z.int(),
  /** Their number by topic id; topics without any are absent. */
  unreadByTopic: z.record(z.string(), z.int()),
  /** Number of papers on the shelf, and of papers done. */
  kept: z.int(),
  done: z.int(),
  /** Papers of the reader’s digests that were retracted or withdrawn since the last visit, newest first, at most five. */
  corrections: z.array(z.object({ paperId: z.string(), title: z.string(), digestId: z.uuid(), at: moment })),
  /** The first page of `GET /api/papers?state=new`. */
  ...page,
});
export type Desk = z.infer<typeof desk>;

export const deskApi = {
  read: endpoint('GET /api/desk', 'session', {
    summary: 'What is new since the reader’s last visit, with the first papers.',
    response: desk,
  }),
  papers: endpoint('GET /api/papers', 'session', {
    costs: 'reading',
    allowApiToken: true,
    summary:
      'A page of the reader’s papers in one state: new ones by digest, newest first and best first in each; others by the time of the answer, optionally with words or a tag.',
    query: z.object({
      state: z.enum(paperStates).default('new'),
      /** Words of title, authors, journal, abstract, note, or tags, or their beginnings; not for new papers. */
      q: z.string().max(200).default(''),
      tag: z.string().max(60).optional(),
      /** `next` of the previous page. */
      cursor: z.string().max(200).optional(),
      limit: z.coerce.number().int().min(1).max(50).default(7),
    }),
    response: z.object({ ...page, total: z.int() }),
  }),
  setState: endpoint('PUT /api/papers/:id/state', 'session', {
    summary:
      'Keep a paper, mark it as read, or say that it is not for the reader, which the next digest of the topic uses. Idempotent; returns the former state, which undoes it.',
    params: z.object({ id: z.string().max(32) }),
    body: z.object({
      /** The topic whose digest has the paper. Optional for papers that were answered or imported before. */
      termId: z.string().max(64).nullable().default(null),
      state: z.enum(paperStates),
    }),
    response: z.object({ state: z.enum(paperStates), former: z.enum(paperStates) }),
  }),
  setByLink: endpoint('PUT /api/feedback/:token/state', 'anyone', {
    summary: 'Keep a paper by the link of a mail, or take that back. Idempotent; returns the former state.',
    params: z.object({ token: z.string().min(1).max(300) }),
    body: z.object({ state: z.enum(paperStates) }),
    response: z.object({ state: z.enum(paperStates), former: z.enum(paperStates) }),
  }),
} as const;
