import { done, endpoint } from '../contract/endpoint.ts';

/** Providers tell what became of mail; each proves by its own means that it is the provider. */
const report = (path: string, summary: string) =>
  endpoint({ method: 'POST', path, access: 'anyone', carriesProof: true, summary, response: done });

export const bouncesApi = {
  ses: report('/api/bounces/ses', 'Amazon SES by way of SNS: bounces and complaints, signed by Amazon.'),
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
    summary: 'Let mail go to the reader’s address again. Sends nothing by itself.',
    response: done,
  }),
} as const;
