import { z } from 'zod';
import { byId, endpoint } from '#shared/contract/endpoint.ts';
import { digest } from '#shared/digests/digest.ts';
import { paper } from '#shared/papers/paper.ts';
import { moment } from '#shared/values/fields.ts';

/** The services whose protocols channels speak. */
export const channelKinds = ['webhook', 'slack', 'discord', 'ntfy', 'matrix'] as const;
export type ChannelKind = (typeof channelKinds)[number];

export const channelLabels: Record<ChannelKind, string> = {
  webhook: 'Webhook',
  slack: 'Slack',
  discord: 'Discord',
  ntfy: 'ntfy',
  matrix: 'Matrix',
};

/** Maximum number of channels per topic. With more, we would run somebody else’s mailing list. */
export const channelsPerTopic = 5;

/** The service that an address belongs to; `webhook` if it is none of the known ones. */
export function kindOfAddress(address: string): ChannelKind {
  if (!URL.canParse(address)) return 'webhook';
  const { hostname, pathname } = new URL(address);
  if (hostname === 'hooks.slack.com') return 'slack';
  if (/^(?:\w+\.)?discord(?:app)?\.com$/.test(hostname) && pathname.startsWith('/api/webhooks/'))
    return 'discord';
  if (/^ntfy\./.test(hostname)) return 'ntfy';
  return pathname.startsWith('/_matrix/client/') ? 'matrix' : 'webhook';
}

/** A destination for one topic's digests, in addition to mail. */
export const channel = z.object({
  id: z.uuid(),
  kind: z.enum(channelKinds),
  /** Its address without the secret part: `hooks.slack.com/…x7Qa`. */
  place: z.string(),
  createdAt: moment,
  /** Why the channel is off; null while it is on. */
  ended: z.string().nullable(),
  /** Until when deliveries are also signed with the previous secret; null if there is none. */
  formerSecretUntil: moment.nullable(),
});
export type Channel = z.infer<typeof channel>;

export const deliveryStates = ['pending', 'sending', 'sent', 'failed'] as const;

/** The delivery of one digest, or of a test, through one channel. */
export const channelDelivery = z.object({
  /** The `webhook-id` is `msg_` and this id, the same for every attempt. */
  id: z.uuid(),
  /** Null for a test. */
  digestId: z.uuid().nullable(),
  status: z.enum(deliveryStates),
  attempts: z.int(),
  createdAt: moment,
  sentAt: moment.nullable(),
  /** When the next attempt is due; null if none is. */
  nextAttemptAt: moment.nullable(),
  /** HTTP status of the last response; null if there was none. */
  httpStatus: z.int().nullable(),
  /** The last error, in a sentence. */
  problem: z.string().nullable(),
});
export type ChannelDelivery = z.infer<typeof channelDelivery>;

/** Shown once, on creation. */
const secret = z.string();

/** Channels with their deliveries, without addresses, tokens and secrets. */
export const channelsExport = z.array(
  channel.extend({ searchTermId: z.uuid(), deliveries: z.array(channelDelivery) }),
);

export const channelApi = {
  list: endpoint('GET /api/search-terms/:id/channels', 'session', {
    summary: 'Where the digests of a topic go beside mail.',
    response: z.object({ channels: z.array(channel) }),
  }),
  add: endpoint('POST /api/search-terms/:id/channels', 'session', {
    summary:
      'Send the digests of a topic to an address as well: a webhook (standardwebhooks.com), or an incoming webhook of Slack or Discord, a topic of ntfy, a room of Matrix. Returns the secret that signs, this once.',
    body: z.object({
      address: z
        .string()
        .trim()
        .max(2000, 'This address is too long.')
        .regex(/^https?:\/\/\S+$/i, 'Please enter an address that begins with https://.'),
      /** Derived from the address if left out. */
      kind: z.enum(channelKinds).optional(),
      /** The access token, for Matrix and for protected topics of ntfy. */
      token: z.string().trim().max(1000).default(''),
    }),
    response: z.object({ channel, secret: secret.nullable() }),
  }),
  remove: endpoint('DELETE /api/channels/:id', 'session', {
    summary: 'Send nothing through a channel any more, and forget its address.',
  }),
  rotate: endpoint('POST /api/channels/:id/secret', 'session', {
    summary:
      'Give a webhook a new secret, returned this once. For a day deliveries are signed with the former one too.',
    response: z.object({ secret, formerSecretUntil: moment }),
  }),
  test: endpoint('POST /api/channels/:id/test', 'session', { summary: 'Send a test through a channel.' }),
  deliveries: endpoint('GET /api/channels/:id/deliveries', 'session', {
    summary: 'The latest fifty deliveries through a channel, newest first.',
    response: z.object({ deliveries: z.array(channelDelivery) }),
  }),
  resend: endpoint('POST /api/channels/:id/deliveries/:deliveryId/resend', 'session', {
    summary: 'Send a delivery through a channel again, under the same id.',
    params: byId.extend({ deliveryId: z.string().max(64) }),
  }),
} as const;

/** A paper without its abstract, which keeps events below the 20 kB that we promise receivers. */
const announced = paper.omit({ abstract: true, parts: true, takeawayQuote: true, changed: true });

/** A digest as webhooks receive it: the same fields as in the API, and nothing about the reader. */
export const digestSent = z.object({
  type: z.literal('digest.sent'),
  /** When the digest was composed. */
  timestamp: moment,
  data: digest
    .pick({
      id: true,
      digestType: true,
      searchTerm: true,
      searchTermId: true,
      createdAt: true,
      aiSummary: true,
      writtenBy: true,
      summary: true,
      windowDays: true,
      filtered: true,
    })
    .extend({
      /** Address of its page, which only its reader can open. */
      url: z.url(),
      papersData: z.array(announced),
    }),
});

/** The event of the button “Send a test”. */
export const webhookTest = z.object({
  type: z.literal('webhook.test'),
  timestamp: moment,
  data: z.object({ searchTerm: z.string(), searchTermId: z.uuid() }),
});

export type ChannelEvent = z.input<typeof digestSent> | z.input<typeof webhookTest>;

/** Every event by its type, for the API's description. */
export const channelEvents = { 'digest.sent': digestSent, 'webhook.test': webhookTest } as const;
