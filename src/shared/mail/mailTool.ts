import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { email } from '../values/fields.ts';

/** The developer's mail tool: open to all in development, only to ADMIN_EMAILS in production. */
export const mailToolApi = {
  testEmail: endpoint('POST /api/test-email', 'admin', {
    summary: 'Send a sample mail; in production only to an administrator.',
    body: z.object({
      email: z.string().trim().min(1, 'Please enter an email address').pipe(email),
      type: z.enum(['welcome', 'digest']),
    }),
  }),
  triggerDigest: endpoint('POST /api/trigger-digest', 'admin', {
    summary: 'Send the digests that are due now; none is sent twice.',
  }),
} as const;
