import addressparser from 'nodemailer/lib/addressparser';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { recordTroubles, type Trouble } from '#mail/block.ts';
import { hourMs } from '#shared/values/time.ts';
import { moment, needed, parsed, refuseUnless } from './proof.ts';
import { confirmSubscription, type SnsEnvelope, snsEnvelope, verifyEnvelope } from './sns.ts';

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
