import { z } from 'zod';
import { email } from './account.ts';
import { done, endpoint } from './endpoint.ts';

/** The developer's mail tool: anyone while developing, only ADMIN_EMAILS in production. */
export const mailToolApi = {
  testEmail: endpoint({
    method: 'POST',
    path: '/api/test-email',
    access: 'admin',
    summary: 'Send a sample mail; in production only to the caller’s own address.',
    body: z.object({ email, type: z.enum(['welcome', 'digest']) }),
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
