import { z } from 'zod';
import { email } from '../accounts/account.ts';
import { done, endpoint } from '../contract/endpoint.ts';

/** The developer's mail tool: anyone while developing, only ADMIN_EMAILS in production. */
export const mailToolApi = {
  testEmail: endpoint({
    method: 'POST',
    path: '/api/test-email',
    access: 'admin',
    summary: 'Send a sample mail; in production only to oneself or another administrator.',
    body: z.object({
      email: z.string().trim().min(1, 'Please enter an email address').pipe(email),
      type: z.enum(['welcome', 'digest']),
    }),
    response: done,
  }),
  triggerDigest: endpoint({
    method: 'POST',
    path: '/api/trigger-digest',
    access: 'admin',
    summary: 'Look for digests that are due now, as the schedule does; none is sent twice.',
    response: done,
  }),
} as const;
