import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { moment } from '../values/fields.ts';
import { tiers } from './plan.ts';

export const paidTier = z.enum(['pro', 'team']);
export type PaidTier = z.infer<typeof paidTier>;

export const billingApi = {
  createSubscription: endpoint('POST /api/create-subscription', 'session', {
    summary: 'Begin or upgrade a subscription; the card is confirmed in the browser with the secret.',
    body: z.object({ tier: paidTier }),
    response: z.object({
      /** The reader already has this tier or a higher one. */
      alreadyActive: z.boolean(),
      tier: z.enum(tiers),
      /** Null if nothing needs to be confirmed. */
      clientSecret: z.string().nullable(),
      subscriptionId: z.string().nullable(),
      /** The upgrade was paid with the card on file; nothing needs to be confirmed. */
      upgraded: z.boolean().default(false),
    }),
  }),
  subscriptionStatus: endpoint('GET /api/subscriptions/:id/status', 'session', {
    summary: 'How the payment of one of the reader’s own subscriptions stands.',
    params: z.object({ id: z.string().max(100) }),
    response: z.object({ state: z.enum(['pending', 'success', 'failed']), reason: z.string().nullable() }),
  }),
  cancelSubscription: endpoint('POST /api/cancel-subscription', 'session', {
    summary:
      'Cancel at once, the unused time refunded; or at the end of the paid month. Refused while more than one term is active.',
    body: z.object({ atPeriodEnd: z.boolean().optional() }),
    response: z.object({
      message: z.string(),
      tier: z.enum(tiers),
      /** The end of the subscription, if it continues until then. */
      endsAt: moment.nullable(),
    }),
  }),
  keepSubscription: endpoint('POST /api/keep-subscription', 'session', {
    summary: 'Take back a cancellation for the end of the paid month.',
  }),
  /** The paid month, for the account page. */
  subscription: endpoint('GET /api/subscription', 'session', {
    summary: 'The reader’s subscription: renewal date, whether it ends, whether a payment is open.',
    response: z.object({
      tier: z.enum(tiers),
      renewsAt: moment.nullable(),
      endsAt: moment.nullable(),
      paymentDue: z.boolean(),
      subscriptionId: z.string().nullable(),
    }),
  }),
  /** After a failed card: the secret of the open invoice, to confirm it with another card. */
  payOpenInvoice: endpoint('POST /api/subscriptions/:id/pay', 'session', {
    summary: 'The secret with which the open invoice of this subscription can be paid by another card.',
    params: z.object({ id: z.string().max(100) }),
    response: z.object({ clientSecret: z.string().nullable(), amountDue: z.number().int() }),
  }),
  debugWebhookStatus: endpoint('GET /api/debug-webhook-status', 'session', {
    summary: 'What the payment provider and this service each hold about the reader. Amounts in cents.',
    response: z.object({
      user: z.object({
        email: z.string(),
        subscriptionTier: z.enum(tiers),
        stripeCustomerId: z.string().nullable(),
      }),
      stripe: z.object({
        subscriptions: z.array(z.object({ id: z.string(), status: z.string() })),
        invoices: z.array(
          z.object({
            id: z.string(),
            status: z.string().nullable(),
            paid: z.boolean(),
            amount_paid: z.number().int(),
            amount_due: z.number().int(),
          }),
        ),
      }),
    }),
  }),
  webhook: endpoint('POST /api/stripe/webhook', 'anyone', {
    selfAuthenticated: true,
    summary: 'Events of the payment provider, signed by it.',
    response: z.object({ received: z.boolean() }),
  }),
  fixSubscription: endpoint('POST /api/fix-subscription', 'session', {
    summary: 'Read the truth from the payment provider and bring this account in line with it.',
    response: z.object({ tier: z.enum(tiers), message: z.string() }),
  }),
} as const;
