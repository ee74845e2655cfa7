import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { givenPassword, moment } from '../values/fields.ts';

/** A session of the reader, described so that it can be recognized; its token is never shown. */
export const session = z.object({
  id: z.uuid(),
  /** Such as "Firefox on Windows"; null if unknown. */
  device: z.string().nullable(),
  /** Coarse network address, such as 203.0.113.0/24. */
  network: z.string().nullable(),
  createdAt: moment,
  lastSeenAt: moment,
  /** The session that made this call. */
  current: z.boolean(),
});
export type Session = z.infer<typeof session>;

export const sessionApi = {
  list: endpoint('GET /api/sessions', 'session', {
    summary: 'The reader’s sessions, newest first.',
    response: z.array(session),
  }),
  end: endpoint('DELETE /api/sessions/:id', 'session', { summary: 'End one of the reader’s sessions.' }),
  endOthers: endpoint('POST /api/sessions/end-others', 'session', { summary: 'End all other sessions.' }),
} as const;

/** The core's security events, each with the words that the reader sees. Features have their own. */
export const securityEvents = {
  'signed-in': 'Signed in',
  'signed-out-others': 'Signed out all other devices',
  'signed-out-device': 'Signed out a device',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset by a mailed link',
  'access-ended': 'Everything with access without the password ended',
  'data-exported': 'Data downloaded',
  'by-administrator': 'Changed by an administrator',
} as const;

export const activity = z.object({
  at: moment,
  event: z.string(),
  /** The event in words. */
  what: z.string(),
  /** The thing concerned, such as the name of a token; empty if there is only one. */
  detail: z.string(),
  /** Such as "Firefox on Windows"; null if unknown. */
  device: z.string().nullable(),
  /** Coarse network address, such as 203.0.113.0/24. */
  network: z.string().nullable(),
});

export const activityApi = {
  list: endpoint('GET /api/account/activity', 'session', {
    summary:
      'What happened to the security of the account in the last year, newest first, at most 100 entries.',
    response: z.array(activity),
  }),
} as const;

/** Proving again who is there before a sensitive action. Features have other ways. */
export const proofApi = {
  byPassword: endpoint('POST /api/account/prove', 'session', {
    summary: 'Prove again who is there, by the password; what matters may then be changed for 15 minutes.',
    body: z.object({ password: givenPassword }),
  }),
} as const;
