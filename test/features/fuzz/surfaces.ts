import { createHmac, createSign, randomBytes } from 'node:crypto';
import Stripe from 'stripe';
import type { ChannelKind } from '#features/messages/contract.ts';
import { newReader } from '../accounts/accountsSetup.ts';
import { type Chance, hostile, mutated, mutatedText } from './chance.ts';
import { json, ownDoors, type Reader, type Surface, signIns, type Target } from './signInSurfaces.ts';
import { bibliographies } from './texts.ts';

/** Mutates half of the inputs as values and half as text. */
const changed = (chance: Chance, value: unknown): string =>
  chance.oneIn(2) ? json(mutated(chance, value, 16)) : mutatedText(chance, json(value));

/** Every entry point, each with a new input at every call. */
export async function openSurfaces(target: Target): Promise<Record<string, Surface>> {
  const reader = await newReader(target.door, 'fuzzed@example.org');
  return {
    ...imports(reader),
    ...webhooks(target, reader.email),
    ...(await models(target, reader)),
    ...signIns(target),
    ...(await ownDoors(target, reader)),
    ...(await channels(target, reader)),
  };
}

const imports = (reader: Reader): Record<string, Surface> =>
  Object.fromEntries(
    Object.entries(bibliographies).map(([format, text]) => [
      `import of ${format}`,
      async (chance: Chance) => {
        // Some stay well-formed, with a strange word inside.
        const word = hostile(chance);
        const whole = text.replace('Moss', () => (typeof word === 'string' ? word : json(word)));
        const given = chance.oneIn(2) ? whole : mutatedText(chance, chance.oneIn(2) ? text : text.repeat(3));
        const { status, body } = await reader.post('/api/imports', { text: given.replaceAll('\0', '') });
        if (status === 200) await reader.delete(`/api/imports/${body.id}`);
        return status;
      },
    ]),
  );

function webhooks({ door, secrets, amazon }: Target, email: string): Record<string, Surface> {
  const post = async (path: string, body: string, headers: Record<string, string> = {}) =>
    (
      await door.door.request(path, {
        method: 'POST',
        headers: { 'content-type': 'text/plain', ...headers },
        body,
      })
    ).status;
  const at = door.clock.now.toISOString();
  const bounce = { bounceType: 'Permanent', bouncedRecipients: [{ emailAddress: email }], timestamp: at };
  return {
    'webhook of Stripe': (chance) => {
      const object = { object: 'subscription', id: 'sub_1', customer: 'cus_1' };
      const payload = changed(chance, {
        ...{ id: `evt_${chance.below(1e9)}`, object: 'event', type: 'customer.subscription.updated' },
        ...{ api_version: '2025-01-01', created: 1, data: { object } },
      });
      const signature = Stripe.webhooks.generateTestHeaderString({ payload, secret: secrets.stripe });
      return post('/api/stripe/webhook', payload, { 'stripe-signature': signature });
    },
    'webhook of Postmark': (chance) => {
      const record = { RecordType: 'Bounce', ID: 42, Type: 'HardBounce', Email: email, BouncedAt: at };
      const proof = Buffer.from(`postmark:${secrets.mail}`).toString('base64');
      return post('/api/bounces/postmark', changed(chance, record), { authorization: `Basic ${proof}` });
    },
    'webhook of Mailgun': (chance) => {
      const timestamp = chance.oneIn(4) ? chance.of(['999999999999', '000000000']) : '1772442000';
      const token = randomBytes(25).toString('hex');
      const signature = createHmac('sha256', secrets.mail)
        .update(timestamp + token)
        .digest('hex');
      const event = { event: 'failed', severity: 'permanent', reason: 'bounce', recipient: email };
      const signed = { timestamp, token, signature };
      return post('/api/bounces/mailgun', json({ signature: signed, 'event-data': mutated(chance, event) }));
    },
    'webhook of others': (chance) =>
      post('/api/bounces', changed(chance, { events: [{ email, kind: 'bounce', at }] }), {
        authorization: `Bearer ${secrets.mail}`,
      }),
    'webhook of Amazon': (chance) => {
      const message = changed(chance, { notificationType: 'Bounce', bounce });
      const envelope: Record<string, string> = {
        ...{ Type: 'Notification', MessageId: crypto.randomUUID(), TopicArn: secrets.topic, Timestamp: at },
        ...{ Message: message, SignatureVersion: '2', SigningCertURL: `${amazon.origin}/sns.pem` },
      };
      const sign = createSign('RSA-SHA256');
      for (const name of ['Message', 'MessageId', 'Timestamp', 'TopicArn', 'Type'])
        sign.update(`${name}\n${envelope[name]}\n`);
      const signed = { ...envelope, Signature: sign.sign(amazon.key, 'base64') };
      return post('/api/bounces/ses', chance.oneIn(3) ? changed(chance, signed) : json(signed));
    },
  };
}

/** The Model Context Protocol: its message format, and each tool with its arguments. */
async function models({ door }: Target, reader: Reader): Promise<Record<string, Surface>> {
  const { token } = (await reader.post('/api/tokens', { name: 'Model', scope: 'judge' })).body;
  const tools = ['list_topics', 'list_digests', 'read_digest', 'search_papers', 'read_paper', 'rate_paper'];
  const given = {
    ...{ words: 'moss', limit: 10, digestId: crypto.randomUUID(), query: 'soil AND "moss"', days: 30 },
    ...{ paperId: '1', topicId: crypto.randomUUID(), verdict: 'more' },
  };
  return {
    MCP: async (chance) => {
      const message = () => ({ jsonrpc: '2.0', id: 1, ...chance.of(messages) });
      const messages = [
        {
          method: 'initialize',
          params: {
            protocolVersion: '2025-06-18',
            capabilities: {},
            clientInfo: { name: 'a', version: '1' },
          },
        },
        { method: 'tools/list', params: {} },
        ...tools.map((name) => ({ method: 'tools/call', params: { name, arguments: given } })),
      ];
      const answer = await door.door.request('/mcp', {
        method: 'POST',
        headers: {
          ...{ 'content-type': 'application/json', accept: 'application/json, text/event-stream' },
          authorization: `Bearer ${token}`,
        },
        body: changed(chance, chance.oneIn(3) ? [message(), message(), message()] : message()),
      });
      await answer.text();
      return answer.status;
    },
  };
}

/** Channels, and Zotero. */
async function channels({ door }: Target, reader: Reader): Promise<Record<string, Surface>> {
  await reader.post('/api/immediate-search', { searchTerm: 'soil moss' });
  const [topic] = (await reader.get(`/api/users/${reader.id}/search-terms`)).body;
  const path = `/api/search-terms/${topic.id}/channels`;
  const ofKind: Record<ChannelKind, { address: string; token?: string }> = {
    slack: { address: 'https://hooks.slack.com/services/T0/B0/x7Qa' },
    discord: { address: 'https://discord.com/api/webhooks/1/abc' },
    ntfy: { address: 'https://ntfy.sh/topic', token: 'tk_abc' },
    matrix: { address: 'https://m.example/_matrix/client/v3/rooms/!r:m.example', token: 'syt' },
    webhook: { address: 'https://hooks.example.org/in?key=1' },
  };
  const places = Object.entries(ofKind).map(([kind, { address, ...token }]) => ({ address, kind, ...token }));
  const addresses = (chance: Chance, { address, ...place }: (typeof places)[number]) => ({
    ...(mutated(chance, place, 12) as object),
    address: chance.oneIn(8) ? hostile(chance) : mutatedText(chance, address).replaceAll('\0', ''),
  });
  return {
    'settings of a channel': async (chance) => {
      const { status, body } = await reader.post(path, addresses(chance, chance.of(places)));
      if (status !== 200) return status;
      await reader.post(`/api/channels/${body.channel.id}/test`);
      if (body.channel.kind === 'webhook') await reader.post(`/api/channels/${body.channel.id}/secret`);
      return (await reader.delete(`/api/channels/${body.channel.id}`)).status;
    },
    'settings of Zotero': async (chance) => {
      const key = { key: chance.oneIn(2) ? 'P9NiFoyLeZu2bZNvvuQPDWsd' : hostile(chance) };
      const place = { library: 'users/1', collection: 'KIMI8BSG', sendsKept: true };
      return chance.oneIn(3)
        ? (await reader.put('/api/zotero', mutated(chance, place, 4))).status
        : (await reader.post('/api/zotero', mutated(chance, key, 6))).status;
    },
    'a shared page': async (chance) => {
      const { status, body } = await reader.post('/api/shares', mutated(chance, { tag: 'moss' }, 3));
      if (status !== 200) return status;
      const page = await door.visitor().get(new URL(body.url).pathname);
      await reader.delete(`/api/shares/${body.id}`);
      return page.status;
    },
  };
}
