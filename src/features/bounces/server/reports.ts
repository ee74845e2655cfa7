import { createHmac, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { recordTroubles, type Trouble } from '#mail/block.ts';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import { type Route, serve } from '#platform/http/route.ts';
import { clearLimit, limit, rateLimit } from '#platform/rateLimits.ts';
import { mailBlocks } from '#shared/accounts/me.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { hourMs } from '#shared/values/time.ts';
import { bouncesApi } from '../contract.ts';
import { moment, needed, parsed, refuseUnless, same } from './proof.ts';

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
async function acceptMailgun(app: App, body: string): Promise<void> {
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

/** Maximum age of a message: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
const oldestHours = 24;

/** SES notifications of an SNS topic: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
async function acceptSes(app: App, body: string): Promise<void> {
  const { bounces } = app.config;
  const topic = needed(bounces.sesTopicArn, 'SES_TOPIC_ARN');
  const envelope = parsed(snsEnvelope, body);
  // Anybody can have a topic whose messages Amazon signs: accept only ours, before fetching a certificate.
  refuseUnless(envelope.TopicArn === topic);
  refuseUnless(Date.parse(envelope.Timestamp) > app.now().getTime() - oldestHours * hourMs);
  // The end of a subscription changes nothing here, so there is nothing to prove.
  if (envelope.Type === 'UnsubscribeConfirmation') return;
  await verifyEnvelope(envelope, bounces.snsHosts);
  if (envelope.Type === 'Notification') await recordTroubles(app, 'ses', troublesIn(envelope));
  else await confirmSubscription(app, envelope, bounces.snsHosts);
}

const people = z.array(z.object({ emailAddress: z.string() }));
const message = z.object({
  notificationType: z.string().optional(),
  /** The name of the same field in SES event publishing. */
  eventType: z.string().optional(),
  bounce: z.object({ bounceType: z.string(), bouncedRecipients: people, timestamp: moment }).optional(),
  complaint: z
    .object({ complainedRecipients: people, timestamp: moment, complaintFeedbackType: z.string().nullish() })
    .optional(),
});

/** `Transient` (a full mailbox) and `Undetermined` failures may pass; `not-spam` withdraws a complaint. */
function troublesIn({ Message }: SnsEnvelope): Trouble[] {
  // SNS's own messages on a topic are not JSON from SES.
  if (!Message.startsWith('{')) return [];
  const { bounce, complaint } = parsed(message, Message);
  const of = (kind: Trouble['kind'], at: Date, recipients: z.output<typeof people>): Trouble[] =>
    recipients.map(({ emailAddress }) => ({
      kind,
      at,
      email: addressparser(emailAddress, { flatten: true })[0]?.address ?? emailAddress,
    }));
  return [
    ...(bounce?.bounceType === 'Permanent' ? of('bounce', bounce.timestamp, bounce.bouncedRecipients) : []),
    ...(complaint && complaint.complaintFeedbackType !== 'not-spam'
      ? of('complaint', complaint.timestamp, complaint.complainedRecipients)
      : []),
  ];
}

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
const snsEnvelope = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().optional(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
});
type SnsEnvelope = z.output<typeof snsEnvelope>;

const timeoutMs = 10_000;
const ask = boundedFetch(100_000);

/**
 * Checks the signature with the certificate that the message names, which must come from one of Amazon's hosts.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html
 * @throws AppError `forbidden` for a wrong signature or host, `unavailable` if the certificate cannot be fetched.
 */
async function verifyEnvelope(envelope: SnsEnvelope, hosts: RegExp): Promise<void> {
  refuseUnless(isAt(envelope.SigningCertURL, hosts));
  refuseUnless(new URL(envelope.SigningCertURL).pathname.endsWith('.pem'));
  const certificate = await certificateAt(envelope.SigningCertURL);
  const signed = createVerify(envelope.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256');
  signed.update(signedText(envelope), 'utf8');
  refuseUnless(signed.verify(certificate, envelope.Signature, 'base64'));
}

/** The text that Amazon signs: these fields in this order, each name and value on its own line. */
function signedText(envelope: SnsEnvelope): string {
  const fields =
    envelope.Type === 'Notification'
      ? (['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'] as const)
      : (['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'] as const);
  return fields
    .filter((name) => envelope[name] !== undefined)
    .map((name) => `${name}\n${envelope[name]}\n`)
    .join('');
}

const certificates = new LRUCache<string, KeyObject>({ max: 20 });

/** Fetches each certificate once. There are only a few, and none changes under its address. */
async function certificateAt(address: string): Promise<KeyObject> {
  const known = certificates.get(address);
  if (known) return known;
  try {
    const response = await ask(address, { signal: AbortSignal.timeout(timeoutMs) });
    if (!response.ok) throw new Error(`status ${response.status}`);
    const { publicKey } = new X509Certificate(await response.text());
    certificates.set(address, publicKey);
    return publicKey;
  } catch (cause) {
    const error = new AppError('unavailable', 'The signature of this report could not be checked.');
    error.cause = cause;
    throw error;
  }
}

/**
 * Confirms to Amazon that we want the topic's messages.
 * @throws AppError `forbidden` for an address that is not Amazon's, `unavailable` if it does not answer.
 */
async function confirmSubscription(
  { log }: App,
  { SubscribeURL = '', TopicArn }: SnsEnvelope,
  hosts: RegExp,
): Promise<void> {
  refuseUnless(isAt(SubscribeURL, hosts));
  const answer = await ask(SubscribeURL, {
    redirect: 'error',
    signal: AbortSignal.timeout(timeoutMs),
  }).catch((error: unknown) => {
    log.warn({ err: error, topic: TopicArn }, 'a subscription could not be confirmed');
    return null;
  });
  if (!answer?.ok) throw new AppError('unavailable', 'The subscription could not be confirmed just now.');
  log.info({ topic: TopicArn }, 'subscribed to bounces and complaints');
}

function isAt(address: string, hosts: RegExp): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, host, username, password } = new URL(address);
  return protocol === 'https:' && hosts.test(host) && !username && !password;
}
