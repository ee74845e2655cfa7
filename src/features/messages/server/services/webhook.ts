import { Webhook } from 'standardwebhooks';
import type { PresentedDigest } from '#digests/archive/present.ts';
import { type ChannelEvent, digestSent, webhookTest } from '#features/messages/contract.ts';
import { waitOf } from '#platform/http/outbound.ts';
import { pick } from '#shared/values/pick.ts';
import { post, type Service } from './service.ts';

/** By the Standard Webhooks scheme: https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const webhook: Service = {
  request({ id, at, place, event }) {
    const body = JSON.stringify(event);
    const webhookId = `msg_${id}`;
    return {
      ...post(place.address, null, {
        'webhook-id': webhookId,
        'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
        // A receiver accepts any one of the signatures, so that it can install a new secret without a gap.
        'webhook-signature': place.secrets
          .map((secret) => new Webhook(secret).sign(webhookId, at, body))
          .join(' '),
      }),
      body,
    };
  },
  read(answer) {
    const { status } = answer;
    if (status >= 200 && status < 300) return { outcome: 'sent' };
    if (status === 410)
      return { outcome: 'ended', sentence: 'The address answered 410: it wants no more deliveries.' };
    return { outcome: 'later', sentence: `The address answered ${status}.`, wait: waitOf(answer) };
  },
};

/** The documented maximum size for receivers, in bytes. */
const mostBytes = 20_000;
const authorsNamed = 10;

/** A digest as an event, always below 20 kB: shortens long lists of authors first, then removes explanations of scores. */
export function eventOf(digest: PresentedDigest, baseUrl: string): ChannelEvent {
  const whole = {
    type: 'digest.sent' as const,
    timestamp: digest.createdAt,
    data: {
      ...digest,
      url: `${baseUrl}/digests/${digest.id}`,
      papersData: digest.papersData.map((paper) => ({
        ...paper,
        authors: (paper.authors ?? []).slice(0, authorsNamed),
      })),
    },
  };
  const bare = whole.data.papersData.map(({ why: _why, facts: _facts, ...paper }) => paper);
  const shorter = { ...whole.data, summary: [], papersData: bare };
  const shortest = {
    ...shorter,
    aiSummary: null,
    papersData: shorter.papersData.map((paper) => ({
      ...pick(paper, 'id url doi source relevanceScore retracted'),
      title: paper.title.slice(0, 500),
    })),
  };
  const forms = [whole, { ...whole, data: shorter }, { ...whole, data: shortest }].map((form) =>
    digestSent.parse(form),
  );
  return forms.find((form) => Buffer.byteLength(JSON.stringify(form)) < mostBytes) ?? forms.at(-1)!;
}

/** The event of the button “Send a test”. */
export const testEvent = (topic: { id: string; term: string }, at: Date): ChannelEvent =>
  webhookTest.parse({
    type: 'webhook.test',
    timestamp: at.toISOString(),
    data: { searchTerm: topic.term, searchTermId: topic.id },
  });
