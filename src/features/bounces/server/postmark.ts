import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { recordTroubles, type Trouble } from '#mail/block.ts';
import { moment, needed, parsed, refuseUnless, same } from './proof.ts';

/**
 * Postmark's bounces, complaints and suppressions. It signs nothing: the secret is the password in the address,
 * `https://postmark:SECRET@…/api/bounces/postmark`. https://postmarkapp.com/developer/webhooks/bounce-webhook
 */
export async function acceptPostmark(
  app: App,
  body: string,
  authorization: string | undefined,
): Promise<void> {
  const secret = needed(app.config.bounces.postmarkSecret, 'POSTMARK_WEBHOOK_SECRET');
  const [, encoded = ''] = /^basic\s+(\S+)$/i.exec(authorization ?? '') ?? [];
  const password = Buffer.from(encoded, 'base64')
    .toString('utf8')
    .replace(/^[^:]*:/, '');
  refuseUnless(same(password, secret));
  const record = parsed(shape, body);
  const kind = kindOf(record);
  const at = record.BouncedAt ?? record.ChangedAt;
  const email = record.Email ?? record.Recipient;
  if (kind && at && email) await recordTroubles(app, 'postmark', [{ kind, at, email }]);
}

const shape = z.object({
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
function kindOf({
  RecordType,
  Type,
  SuppressSending,
  SuppressionReason,
}: z.output<typeof shape>): Trouble['kind'] | null {
  if (RecordType === 'SpamComplaint') return 'complaint';
  if (RecordType === 'SubscriptionChange' && SuppressSending)
    return (
      { HardBounce: 'bounce' as const, SpamComplaint: 'complaint' as const }[SuppressionReason ?? ''] ?? null
    );
  if (RecordType !== 'Bounce') return null;
  if (Type === 'HardBounce' || Type === 'BadEmailAddress') return 'bounce';
  return Type === 'SpamComplaint' ? 'complaint' : null;
}
