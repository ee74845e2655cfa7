import { z } from 'zod';
import { done, endpoint } from '../contract/endpoint.ts';
import { email } from '../values/fields.ts';

/** The developer's mail tool: open to all in development, only to ADMIN_EMAILS in production. */
export const mailToolApi = {
  testEmail: endpoint({
    method: 'POST',
    path: '/api/test-email',
    access: 'admin',
    summary: 'Send a sample mail; in production only to an administrator.',
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
    summary: 'Send the digests that are due now; none is sent twice.',
    response: done,
  }),
} as const;

/** Bounce webhooks of mail providers; each provider has its own way to authenticate. */
const report = (path: string, summary: string) =>
  endpoint({
    method: 'POST',
    path,
    access: 'anyone',
    selfAuthenticated: true,
    summary,
    response: done,
  });

export const bouncesApi = {
  ses: report('/api/bounces/ses', 'Amazon SES through SNS: bounces and complaints, signed by Amazon.'),
  postmark: report('/api/bounces/postmark', 'Postmark: bounces and complaints, by Basic authentication.'),
  mailgun: report('/api/bounces/mailgun', 'Mailgun: bounces and complaints, with an HMAC.'),
  generic: report(
    '/api/bounces',
    'Any other provider: `{email, kind}` or `{events: [{email, kind, at}]}` with kind `bounce` or `complaint`, and the shared secret as `Authorization: Bearer`.',
  ),
  clear: endpoint({
    method: 'POST',
    path: '/api/mail-block/clear',
    access: 'session',
    summary: 'Allow mail to the reader’s address again. Sends nothing.',
    response: done,
  }),
} as const;
