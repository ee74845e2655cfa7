import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { recordTroubles, type Trouble } from '#mail/block.ts';
import { type Route, serve } from '#platform/http/route.ts';
import { clearLimit, limit, rateLimit } from '#platform/rateLimits.ts';
import { mailBlocks } from '#shared/accounts/me.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { bouncesApi } from '../contract.ts';
import { moment, needed, parsed, refuseUnless, same } from './proof.ts';
import { acceptSes } from './ses.ts';

type Accept = (app: App, body: string, authorization?: string) => Promise<void>;

const accepting = (endpoint: Endpoint, accept: Accept): Route<App> =>
  serve(endpoint, async (app: App, { http: { req } }) => {
    await accept(app, await req.text(), req.header('authorization'));
    return { message: 'Accepted.' };
  });

export const routes: Route<App>[] = [
  accepting(bouncesApi.ses, acceptSes),
  accepting(bouncesApi.postmark, acceptPostmark),
  accepting(bouncesApi.mailgun, acceptMailgun),
  accepting(bouncesApi.generic, acceptGeneric),
];

/**
 * Postmark's bounces, complaints and suppressions. It signs nothing: the secret is the password in the address,
 * `https://postmark:SECRET@…/api/bounces/postmark`. https://postmarkapp.com/developer/webhooks/bounce-webhook
 */
export async function acceptPostmark(app: App, body: string, authorization = ''): Promise<void> {
  const secret = needed(app.config.bounces.postmarkSecret, 'POSTMARK_WEBHOOK_SECRET');
  const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(authorization) ?? [];
  const password = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  refuseUnless(same(password, secret));
  const record = parsed(postmarkReport, body);
  const kind = kindOfPostmark(record);
  const at = record.BouncedAt ?? record.ChangedAt;
  const email = record.Email ?? record.Recipient;
  if (kind && at && email) await recordTroubles(app, 'postmark', [{ kind, at, email }]);
}

const postmarkReport = z.object({
  RecordType: z.string(),
  /** Set in a bounce. */
  Type: z.string().optional(),
  Email: z.string().optional(),
  BouncedAt: moment.optional(),
  /** Set in a change of a suppression. */
  Recipient: z.string().optional(),
  SuppressSending: z.boolean().optional(),
  SuppressionReason: z.string().nullish(),
  ChangedAt: moment.optional(),
});

/** Postmark's types that are final: https://postmarkapp.com/developer/api/bounce-api#bounce-types */
function kindOfPostmark(report: z.output<typeof postmarkReport>): Trouble['kind'] | null {
  const { RecordType, Type, SuppressSending, SuppressionReason } = report;
  if (RecordType === 'SpamComplaint') return 'complaint';
  if (RecordType === 'SubscriptionChange' && SuppressSending)
    return (
      { HardBounce: 'bounce' as const, SpamComplaint: 'complaint' as const }[SuppressionReason ?? ''] ?? null
    );
  if (RecordType !== 'Bounce') return null;
  if (Type === 'HardBounce' || Type === 'BadEmailAddress') return 'bounce';
  return Type === 'SpamComplaint' ? 'complaint' : null;
}

/** A Mailgun signature is valid once: it does not cover the event, so a copy of it could sign another one. */
const signatures = rateLimit('mailgun-signature', { account: [[1, 2 * 24 * 60 * 60]] });

/** Permanent failures and complaints: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
export async function acceptMailgun(app: App, body: string): Promise<void> {
  const key = needed(app.config.bounces.mailgunSigningKey, 'MAILGUN_SIGNING_KEY');
  const { signature, 'event-data': event } = parsed(mailgunReport, body);
  const expected = createHmac('sha256', key)
    .update(signature.timestamp + signature.token)
    .digest('hex');
  refuseUnless(same(signature.signature, expected));
  if (!(await isFirstUse(app, signature.token))) return;
  const kind = kindOfMailgun(event);
  // The signature covers its own timestamp, not the event: only that timestamp is proven.
  const at = new Date(Number(signature.timestamp) * 1000);
  if (!kind) return;
  try {
    await recordTroubles(app, 'mailgun', [{ kind, at, email: event.recipient }]);
  } catch (error) {
    // Mailgun sends the report again with the same signature.
    await clearLimit(app, signatures, { account: signature.token });
    throw error;
  }
}

/** Mailgun's advice against replayed webhooks: remember the token of a signature, and reject it the second time. */
const isFirstUse = (app: App, account: string): Promise<boolean> =>
  limit(app, signatures, { account }).then(
    () => true,
    (error: unknown) =>
      error instanceof AppError && error.code === 'limited' ? false : Promise.reject(error),
  );

const mailgunReport = z.object({
  signature: z.object({
    timestamp: z.string().regex(/^\d{9,11}$/),
    token: z.string(),
    signature: z.string(),
  }),
  'event-data': z.object({
    event: z.string(),
    recipient: z.string(),
    severity: z.string().optional(),
    reason: z.string().optional(),
  }),
});

/** A permanent failure may also be due to a server's policy or an expired retry, which do not concern the address. */
function kindOfMailgun(report: z.output<typeof mailgunReport>['event-data']): Trouble['kind'] | null {
  const { event, severity, reason = '' } = report;
  if (event === 'complained') return 'complaint';
  if (event !== 'failed' || severity !== 'permanent') return null;
  if (reason === 'suppress-complaint') return 'complaint';
  return reason === 'bounce' || reason === 'suppress-bounce' ? 'bounce' : null;
}

/**
 * Accepts reports of any other provider, or of a script that reads its reports; see `bouncesApi.generic`.
 * @throws AppError `forbidden` for a wrong secret, `invalid`, `unavailable` if it is not configured.
 */
export async function acceptGeneric(app: App, body: string, authorization = ''): Promise<void> {
  const secret = needed(app.config.bounces.genericSecret, 'BOUNCE_WEBHOOK_SECRET');
  const [, given = ''] = /^bearer\s+(\S+)$/i.exec(authorization) ?? [];
  refuseUnless(same(given, secret));
  const report = parsed(genericReport, body);
  const events = 'events' in report ? report.events : [report];
  const troubles = events.map(({ email, kind, at = app.now() }) => ({ email, kind, at }));
  await recordTroubles(app, 'generic', troubles);
}

const reportedEvent = z.object({ email: z.string(), kind: z.enum(mailBlocks), at: moment.optional() });
const genericReport = z.union([z.object({ events: z.array(reportedEvent).max(1000) }), reportedEvent]);
