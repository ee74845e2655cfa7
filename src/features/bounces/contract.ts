import { endpoint } from '#shared/contract/endpoint.ts';

/** Bounce webhooks of mail providers; each provider has its own way to authenticate. */
const report = (path: `/${string}`, summary: string) =>
  endpoint(`POST ${path}`, 'anyone', { selfAuthenticated: true, summary });

export const bouncesApi = {
  ses: report('/api/bounces/ses', 'Amazon SES through SNS: bounces and complaints, signed by Amazon.'),
  postmark: report('/api/bounces/postmark', 'Postmark: bounces and complaints, by Basic authentication.'),
  mailgun: report('/api/bounces/mailgun', 'Mailgun: bounces and complaints, with an HMAC.'),
  generic: report(
    '/api/bounces',
    'Any other provider: `{email, kind}` or `{events: [{email, kind, at}]}` with kind `bounce` or `complaint`, and the shared secret as `Authorization: Bearer`.',
  ),
} as const;
