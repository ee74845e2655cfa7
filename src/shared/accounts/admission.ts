import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { email, newPassword } from '../values/fields.ts';
import { me } from './me.ts';

/** An invitation as administrators see it. Its link was shown once and is not stored. */
export const invitation = z.object({
  id: z.uuid(),
  /** A note by its author on whom it is for. */
  note: z.string(),
  createdAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  state: z.enum(['open', 'used', 'expired', 'revoked']),
});
export type Invitation = z.infer<typeof invitation>;

export const admissionApi = {
  setup: endpoint('GET /api/setup', 'anyone', {
    summary: 'Whether this server waits for its first administrator.',
    response: z.object({ open: z.boolean() }),
  }),
  completeSetup: endpoint('POST /api/setup', 'anyone', {
    summary:
      'Create the first administrator with the code that the server printed at its start, and sign in.',
    body: z
      .object({
        code: z.string().trim().min(1, 'Please enter the code').max(100),
        email,
        password: newPassword,
        confirmPassword: z.string(),
      })
      .refine((form) => form.password === form.confirmPassword, {
        path: ['confirmPassword'],
        message: "Passwords don't match",
      }),
    response: z.object({ user: me }),
  }),
  checkInvitation: endpoint('POST /api/invitations/check', 'anyone', {
    summary: 'Whether an invitation’s link can still be used.',
    body: z.object({ token: z.string().min(1).max(200) }),
    response: z.object({ open: z.boolean() }),
  }),
  invitations: endpoint('GET /api/admin/invitations', 'administrator', {
    summary: 'The invitations of the last ninety days, newest first.',
    response: z.array(invitation),
  }),
  invite: endpoint('POST /api/admin/invitations', 'administrator', {
    summary: 'Make an invitation: a link that lets one person make an account. It is shown once.',
    body: z.object({
      note: z.string().trim().max(200).default(''),
      days: z.int().min(1).max(90).default(7),
    }),
    response: z.object({ id: z.uuid(), link: z.string(), expiresAt: z.iso.datetime() }),
  }),
  revokeInvitation: endpoint('DELETE /api/admin/invitations/:id', 'administrator', {
    summary: 'End an invitation that was not used yet.',
    params: z.object({ id: z.string().max(64) }),
    response: done,
  }),
} as const;
