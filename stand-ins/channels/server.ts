import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Context, Hono } from 'hono';
import { type ChannelKind, channelKinds } from '#features/messages/contract.ts';
import { openTroubles, type Place, serveApp } from '../loopback/serve.ts';

/** One request to a service, accepted or refused. */
export interface Received {
  service: ChannelKind;
  path: string;
  headers: Record<string, string>;
  /** As received. */
  text: string;
  body: Record<string, unknown>;
  status: number;
}

/** A response chosen by a test. `hang-up` accepts the message, then closes the connection without a response. */
export type Trouble =
  | { status: number; text?: string; json?: unknown; headers?: Record<string, string> }
  | 'hang-up';

/**
 * A receiver of webhooks, and the endpoints of Slack, Discord, ntfy and Matrix, as strict and as verbose as their
 * documentation and recorded replies show.
 */
export async function startChannels(place?: Place) {
  const received: Received[] = [];
  const troubles = new Map(channelKinds.map((kind) => [kind, openTroubles<Trouble>()]));
  const transactions = new Map<string, string>();
  const waiting = new Set<() => void>();
  const app = new Hono();

  /** Serves one service: records the request, then responds as the test chose or as the service would. */
  const serve = (service: ChannelKind, answer: (asked: Asked) => Answer) => async (http: Context) => {
    const text = await http.req.text();
    const asked: Asked = { http, text, body: parsed(text) };
    const answered = troubles.get(service)!.take() ?? answer(asked);
    const status = answered === 'hang-up' ? 200 : answered.status;
    const { path } = http.req;
    received.push({ service, path, headers: http.req.header(), text, body: asked.body ?? {}, status });
    if (answered === 'hang-up') {
      (http.env as { incoming: IncomingMessage }).incoming.socket.destroy();
      return http.body(null);
    }
    (http.env as { outgoing: ServerResponse }).outgoing.once('finish', () => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    });
    const { json, text: said = '', headers = {} } = answered;
    if (json !== undefined) return http.json(json, status as 200, headers);
    return status === 204 ? http.body(null, 204) : http.body(said, status as 200, headers);
  };

  const webhook = serve('webhook', () => ({ status: 204 }));
  const matrix = serve('matrix', (asked) => matrixAnswer(asked, transactions));
  app.post('/hook/:name', webhook);
  app.post('/services/:team/:bot/:secret', serve('slack', slackAnswer));
  app.post('/api/webhooks/:id/:token', serve('discord', discordAnswer));
  app.post('/', serve('ntfy', ntfyAnswer));
  app.put('/_matrix/client/v3/rooms/:room/send/m.room.message/:transaction', matrix);

  const { url, close } = await serveApp(app, place);
  return {
    url,
    /** Channel addresses as a reader would enter them. */
    addresses: {
      webhook: `${url}/hook/digests`,
      slack: `${url}/services/T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX`,
      discord: `${url}/api/webhooks/223704706495545344/3d89bb7572e0fb30d8128367b3b1b44f`,
      ntfy: `${url}/mytopic`,
      matrix: `${url}/_matrix/client/v3/rooms/!636q39766251:example.com`,
    },
    /** The valid access token of Matrix and of the protected ntfy topic. */
    token,
    received,
    /** Accepted messages by service. A repeated Matrix transaction counts once. */
    taken(service: ChannelKind) {
      const taken = received.filter((one) => one.service === service && one.status < 300);
      const paths = taken.map(({ path }) => path);
      return service === 'matrix' ? taken.filter(({ path }, at) => paths.indexOf(path) === at) : taken;
    },
    /** Sets a service's response for the next `times` requests, or until reset with null. */
    misbehave: (service: ChannelKind, trouble: Trouble | null, times?: number) =>
      troubles.get(service)!.set(trouble, times),
    /** Resolves when a service has sent its next response, before the client has read it. */
    nextAnswer: () => new Promise<void>((resolve) => waiting.add(resolve)),
    close,
  };
}
export type ChannelsStandIn = Awaited<ReturnType<typeof startChannels>>;

const token = 'syt_a_token_of_the_stand-in';

type Asked = { http: Context; text: string; body: Record<string, unknown> | null };
type Answer = Exclude<Trouble, 'hang-up'>;

function parsed(text: string): Record<string, unknown> | null {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return null;
  }
}

/** A plain-text body, not JSON: https://api.slack.com/changelog/2016-05-17-changes-to-errors-for-incoming-webhooks */
function slackAnswer({ body }: Asked): Answer {
  const problem = slackProblem(body);
  const headers = { 'content-type': 'text/html' };
  return problem ? { status: 400, text: problem, headers } : { status: 200, text: 'ok', headers };
}

function discordAnswer({ http, body }: Asked): Answer {
  const problem = discordProblem(body);
  if (problem) return { status: 400, json: { code: 50035, message: 'Invalid Form Body', errors: problem } };
  return http.req.query('wait') === 'true' ? { status: 200, json: { id: '1', ...body } } : { status: 204 };
}

function ntfyAnswer({ http, body }: Asked): Answer {
  const refuse = (status: number, code: number, error: string) => ({
    status,
    json: { code, http: status, error },
  });
  if (!body) return refuse(400, 40017, 'invalid request: request body must be message JSON');
  const { topic, message, title } = body as Record<string, string>;
  if (!/^[-_A-Za-z0-9]{1,64}$/.test(topic ?? '')) return refuse(400, 40009, 'invalid request: topic invalid');
  const authorization = http.req.header('authorization');
  if (authorization && authorization !== `Bearer ${token}`) return refuse(401, 40101, 'unauthorized');
  if (topic === 'protected' && !authorization) return refuse(403, 40301, 'forbidden');
  if (Buffer.byteLength(message ?? '') > 4096)
    return refuse(413, 41301, 'attachment too large, or bandwidth limit reached');
  const said = { event: 'message', topic, title, message };
  return { status: 200, json: { id: 'hwQ2YpKdmg', time: 1635528741, ...said } };
}

function matrixAnswer({ http, body, text }: Asked, transactions: Map<string, string>): Answer {
  const refuse = (status: number, errcode: string, error: string) => ({ status, json: { errcode, error } });
  const authorization = http.req.header('authorization');
  if (!authorization) return refuse(401, 'M_MISSING_TOKEN', 'Missing access token');
  if (authorization !== `Bearer ${token}`) return refuse(401, 'M_UNKNOWN_TOKEN', 'Unrecognised access token');
  if (decodeURIComponent(http.req.param('room')!) !== '!636q39766251:example.com')
    return refuse(403, 'M_FORBIDDEN', 'You are not a member of this room.');
  if (Buffer.byteLength(text) > 65_000) return refuse(413, 'M_TOO_LARGE', 'event too large');
  if (typeof body?.msgtype !== 'string' || typeof body.body !== 'string')
    return refuse(400, 'M_BAD_JSON', 'msgtype and body must be strings');
  const transaction = http.req.param('transaction')!;
  const event = transactions.get(transaction) ?? `$event${transactions.size}:example.com`;
  transactions.set(transaction, event);
  return { status: 200, json: { event_id: event } };
}

type Body = Record<string, unknown> | null;

type Block = { type?: string; text?: { type?: string; text?: string } };

/** Slack's error code for an invalid message; null for a valid one. */
function slackProblem(body: Body): string | null {
  if (!body) return 'invalid_payload';
  const { text, blocks = [] } = body as { text?: string; blocks?: Block[] };
  if (!text && !blocks.length) return 'missing_text_or_fallback_or_attachments';
  const fits = blocks.every(({ type, text }) => {
    const most = type === 'header' ? 150 : type === 'section' ? 3000 : 0;
    const length = text?.text?.length ?? 0;
    const kind = type === 'header' ? 'plain_text' : 'mrkdwn';
    return length > 0 && length <= most && text?.type === kind;
  });
  if (!fits || blocks.length > 50) return 'invalid_blocks';
  return JSON.stringify(blocks).length > 13_200 + blocks.length * 80 ? 'msg_blocks_too_long' : null;
}

type Embed = { title?: string; url?: string; description?: string };

/** Discord's error details for an invalid message; null for a valid one. */
function discordProblem(body: Body): object | null {
  if (!body) return { _errors: [{ code: 'BODY_NOT_JSON', message: 'The body is no JSON' }] };
  const { content = '', embeds = [] } = body as { content?: string; embeds?: Embed[] };
  const tooLong = (field: string) => ({ [field]: { _errors: [{ code: 'BASE_TYPE_MAX_LENGTH' }] } });
  if (!content && !embeds.length) return tooLong('content');
  if (content.length > 2000) return tooLong('content');
  if (embeds.length > 10) return tooLong('embeds');
  if (embeds.some(({ title = '' }) => title.length > 256)) return tooLong('title');
  if (embeds.some(({ description = '' }) => description.length > 4096)) return tooLong('description');
  if (embeds.some(({ url = 'https://x.example' }) => !/^https?:/.test(url))) return tooLong('url');
  const all = embeds.reduce(
    (sum, { title = '', description = '' }) => sum + title.length + description.length,
    0,
  );
  return all > 6000 ? tooLong('embeds') : null;
}
