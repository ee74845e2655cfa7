import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { moment } from '../values/fields.ts';

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
