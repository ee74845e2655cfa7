import { createHmac } from 'node:crypto';
import { z } from 'zod';
import type { App } from '#kit/feature.ts';
import { recordTroubles, type Trouble } from '#mail/block.ts';
import { clearLimit, limit, rateLimit } from '#platform/rateLimits.ts';
import { AppError } from '#shared/contract/errors.ts';
import { needed, parsed, refuseUnless, same } from './proof.ts';

/** A Mailgun signature is valid once: it does not cover the event, so a copy of it could sign another one. */
const signatures = rateLimit('mailgun-signature', { account: [[1, 2 * 24 * 60 * 60]] });

/** Permanent failures and complaints: https://documentation.mailgun.com/docs/mailgun/user-manual/webhooks/securing-webhooks */
export async function acceptMailgun(app: App, body: string): Promise<void> {
  const key = needed(app.config.bounces.mailgunSigningKey, 'MAILGUN_SIGNING_KEY');
  const { signature, 'event-data': event } = parsed(shape, body);
  const expected = createHmac('sha256', key)
    .update(signature.timestamp + signature.token)
    .digest('hex');
  refuseUnless(same(signature.signature, expected));
  if (!(await isFirstUse(app, signature.token))) return;
  const kind = kindOf(event);
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
async function isFirstUse(app: App, token: string): Promise<boolean> {
  try {
    await limit(app, signatures, { account: token });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'limited') return false;
    throw error;
  }
}

const shape = z.object({
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
function kindOf({
  event,
  severity,
  reason = '',
}: z.output<typeof shape>['event-data']): Trouble['kind'] | null {
  if (event === 'complained') return 'complaint';
  if (event !== 'failed' || severity !== 'permanent') return null;
  if (reason === 'suppress-complaint') return 'complaint';
  return reason === 'bounce' || reason === 'suppress-bounce' ? 'bounce' : null;
}
