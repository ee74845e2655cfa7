import { createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { recordTroubles, type Trouble } from '#mail/block.ts';
import { boundedFetch } from '#platform/http/boundedFetch.ts';
import { AppError } from '#shared/contract/errors.ts';
import { hourMs } from '#shared/values/time.ts';
import { moment, needed, parsed, refuseUnless } from './proof.ts';

/** Maximum age of a message: https://docs.aws.amazon.com/sns/latest/dg/sns-verify-signature-of-message.html */
const oldestHours = 24;

/** SES notifications of an SNS topic: https://docs.aws.amazon.com/ses/latest/dg/notification-contents.html */
export async function acceptSes(app: App, body: string): Promise<void> {
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
