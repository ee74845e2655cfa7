import { setTimeout as after } from 'node:timers/promises';
import MessageValidator from 'sns-validator';
import { z } from 'zod';
import { AppError } from '#shared/contract/errors.ts';
import type { MailApp } from '../app.ts';
import { refuseUnless } from './proof.ts';

/** https://docs.aws.amazon.com/sns/latest/dg/sns-message-and-json-formats.html */
export const snsEnvelope = z.object({
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
export type SnsEnvelope = z.output<typeof snsEnvelope>;

const timeoutMs = 10_000;

/**
 * Checks the signature with the certificate that the message names, which must come from a host of Amazon's.
 * @throws AppError `forbidden` for a wrong signature or host, `unavailable` when the certificate cannot be fetched.
 */
export async function verifyEnvelope(envelope: SnsEnvelope, hosts: RegExp): Promise<void> {
  refuseUnless(isAt(envelope.SigningCertURL, hosts));
  const checked = new Promise<string | null>((done) => {
    new MessageValidator(hosts).validate({ ...envelope }, (error) => done(error?.message ?? null));
  });
  const problem = await Promise.race([checked, after(timeoutMs, 'The certificate did not come in time.')]);
  if (problem === null) return;
  refuseUnless(!/signature is invalid|missing required|invalid domain/i.test(problem));
  throw new AppError('unavailable', 'The signature of this report could not be checked.');
}

/**
 * Confirms to Amazon that we want the topic's messages.
 * @throws AppError `forbidden` for an address that is not Amazon's, `unavailable` when it does not answer.
 */
export async function confirmSubscription(
  { log }: Pick<MailApp, 'log'>,
  { SubscribeURL = '', TopicArn }: SnsEnvelope,
  hosts: RegExp,
): Promise<void> {
  refuseUnless(isAt(SubscribeURL, hosts));
  const answer = await fetch(SubscribeURL, {
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
