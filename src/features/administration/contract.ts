import { z } from 'zod';
import { mailBlocks } from '#shared/accounts/me.ts';
import { done, endpoint } from '#shared/contract/endpoint.ts';
import { moment, toOneLine } from '#shared/values/fields.ts';

/** A reader as administrators see one: without topics, digests, or anything about what they read. */
export const administeredReader = z.object({
  id: z.uuid(),
  email: z.string(),
  createdAt: moment,
  /** The time of the last call in any live session; null if there is none. */
  lastSeenAt: moment.nullable(),
  topics: z.int(),
  isVerified: z.boolean(),
  /** False while suspended. */
  isActive: z.boolean(),
  isAdmin: z.boolean(),
  mailBlocked: z.enum(mailBlocks).nullable(),
});
export type AdministeredReader = z.infer<typeof administeredReader>;

export const overview = z.object({
  version: z.string(),
  node: z.string(),
  database: z.string(),
  readers: z.object({ all: z.int(), suspended: z.int(), newThisWeek: z.int() }),
  sources: z.array(
    z.object({
      name: z.string(),
      /** When the source was last read in full. */
      lastComplete: moment.nullable(),
      /** How the last harvest ended; null if there was none. */
      status: z.enum(['running', 'complete', 'partial', 'failed']).nullable(),
      sentence: z.string().nullable(),
    }),
  ),
  queues: z.array(z.object({ queue: z.string(), waiting: z.int(), active: z.int(), oldestSeconds: z.int() })),
  /** Digests of the last week by the outcome of their mail. */
  mails: z.object({
    ...{ waiting: z.int(), sent: z.int(), refused: z.int() },
    /** In doubt: a process handed over the mail and died before it stored the response. */
    inDoubt: z.int(),
  }),
  /** The newest mails that bounced or were refused. */
  deliveryProblems: z.array(z.object({ email: z.string(), at: moment.nullable(), reason: z.string() })),
  /** What models cost; null if none is configured. */
  models: z
    .array(z.object({ day: z.string(), calls: z.int(), tokens: z.int(), dollars: z.number() }))
    .nullable(),
  banner: z.string().nullable(),
});
export type Overview = z.infer<typeof overview>;

export const administrationApi = {
  overview: endpoint('GET /api/admin/overview', 'administrator', {
    summary: 'How the server is doing: sources, queues, mails, models and versions.',
    response: overview,
  }),
  readers: endpoint('GET /api/admin/readers', 'administrator', {
    summary: 'Accounts whose address contains the text, newest first, fifty at most.',
    query: z.object({ search: z.string().max(254).default('').transform(toOneLine) }),
    response: z.object({ readers: z.array(administeredReader), total: z.int() }),
  }),
  changeReader: endpoint('PATCH /api/admin/readers/:id', 'administrator', {
    summary: 'Suspend or readmit an account, or give or take the role of an administrator. Never one’s own.',
    body: z.object({ isActive: z.boolean().optional(), isAdmin: z.boolean().optional() }),
    response: administeredReader,
  }),
  resetReader: endpoint('POST /api/admin/readers/:id/reset', 'administrator', {
    summary: 'Mail a link to choose a new password; on a server without mail, the link is the answer.',
    response: done.extend({ link: z.string().nullable() }),
  }),
  signOutReader: endpoint('POST /api/admin/readers/:id/sign-out', 'administrator', {
    summary: 'End every session of an account. Never one’s own.',
  }),
  deleteReader: endpoint('DELETE /api/admin/readers/:id', 'administrator', {
    summary: 'Delete an account with everything about it. Never one’s own.',
  }),
  setBanner: endpoint('PATCH /api/admin/banner', 'administrator', {
    summary: 'Set the text that readers see above their pages; an empty one removes it.',
    body: z.object({
      text: z.string().max(300, 'A banner can be up to 300 characters long.').transform(toOneLine),
    }),
  }),
  acts: endpoint('GET /api/admin/acts', 'administrator', {
    summary: 'The newest hundred acts of administrators; each is kept for a year.',
    response: z.array(
      z.object({
        id: z.int(),
        at: moment,
        /** Null for a command on the server, and for a deleted account. */
        actor: z.string().nullable(),
        action: z.string(),
        subject: z.string().nullable(),
        detail: z.string(),
        network: z.string().nullable(),
      }),
    ),
  }),
} as const;

/** An invitation as administrators see it. Its link was shown once and is not stored. */
export const invitation = z.object({
  id: z.uuid(),
  /** A note by its author on whom it is for. */
  note: z.string(),
  createdAt: moment,
  expiresAt: moment,
  state: z.enum(['open', 'used', 'expired', 'revoked']),
});
export type Invitation = z.infer<typeof invitation>;

export const invitationApi = {
  check: endpoint('POST /api/invitations/check', 'anyone', {
    summary: 'Whether an invitation’s link can still be used.',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ open: z.boolean() }),
  }),
  list: endpoint('GET /api/admin/invitations', 'administrator', {
    summary: 'The invitations of the last ninety days, newest first.',
    response: z.array(invitation),
  }),
  make: endpoint('POST /api/admin/invitations', 'administrator', {
    summary: 'Make an invitation: a link that lets one person make an account. It is shown once.',
    body: z.object({ note: z.string().trim().max(200).default(''), days: z.int().min(1).max(90).default(7) }),
    response: z.object({ id: z.uuid(), link: z.string(), expiresAt: moment }),
  }),
  revoke: endpoint('DELETE /api/admin/invitations/:id', 'administrator', {
    summary: 'End an invitation that was not used yet.',
  }),
} as const;
