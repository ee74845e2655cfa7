import { sql } from 'drizzle-orm';
import { type ChannelKind, channelKinds } from '#features/messages/contract.ts';
import type { Received, Trouble } from '#stand-ins/channels/server.ts';
import {
  composeDigest,
  openChannels,
  opened,
  paper,
  withChannel,
  withDelivery,
  work,
} from './channelsSetup.ts';

const world = await opened(openChannels());
const { door, services } = world;

type Chat = Exclude<ChannelKind, 'webhook'>;
const chats = channelKinds.filter((kind): kind is Chat => kind !== 'webhook');
beforeEach(() => {
  for (const kind of chats) services.misbehave(kind, null);
  services.received.length = 0;
});

/** Text with everything that could notify people or break a message. */
const hostile = {
  ...paper,
  title:
    '<!channel> @everyone @here <@U123> *bold* _x_ [a](https://evil.example) <script>alert(1)</script> & more',
  journal: '<#C1|general> @room `code` ~~s~~ ||spoiler||',
  takeaway: 'Growth < 5 & > 3, see <https://evil.example|here> <@&42>',
  url: 'https://example.org/a|b?x=<y>',
};
const whole = (kind: ChannelKind): Received => {
  const [message] = services.taken(kind);
  expect(message, JSON.stringify(services.received.at(-1))).toBeDefined();
  return message!;
};

describe.each(chats)('message to %s', (kind) => {
  it('brings a digest once', async () => {
    const given = await withDelivery(world, kind);
    await work(door);
    expect(services.taken(kind)).toHaveLength(1);
    const { text } = whole(kind);
    for (const said of ['New papers on “soil moss”', 'Moss on stone']) expect(text).toContain(said);
    expect(text).not.toContain(given.reader.email);
  });

  it('is kept so that no copy of the database shows its address or token', async () => {
    const token = kind === 'ntfy' ? 'tk_of_ada_alone' : kind === 'matrix' ? services.token : '';
    await withChannel(world, kind, token ? { token } : {});
    const { rows } = await door.app.db.execute(sql`select t::text line from channels t`);
    const { pathname } = new URL(services.addresses[kind]);
    const hidden = [pathname, decodeURIComponent(pathname), token].filter((text) => text.length > 1);
    for (const secret of hidden) expect(JSON.stringify(rows)).not.toContain(secret);
    expect(rows).toHaveLength(1);
  });

  it('brings a test', async () => {
    const given = await withChannel(world, kind);
    await given.reader.post(`${given.path}/test`);
    await work(door);
    expect(whole(kind).text).toContain('A test from Litwatch');
    expect(await given.log()).toMatchObject([{ digestId: null, status: 'sent' }]);
  });

  it('stays within the limits of its service with the longest digest', async () => {
    const given = await withChannel(world, kind);
    const long = '&<>*_ Soil moss '.repeat(400);
    const papers = Array(10).fill({ ...hostile, title: long, journal: long, takeaway: long });
    await composeDigest(door, given, { papers, topic: '*<&@_ '.repeat(50) });
    await work(door);
    whole(kind);
    expect(await given.log()).toMatchObject([{ status: 'sent' }]);
  });

  it('waits as long as Retry-After says', async () => {
    const given = await withDelivery(world, kind, { status: 429, ...limited[kind] }, 1);
    expect(await given.log()).toMatchObject([{ status: 'pending', httpStatus: 429 }]);
    await work(door, 64);
    expect(services.taken(kind)).toEqual([]);
    await work(door, 2);
    expect(services.taken(kind)).toHaveLength(1);
  });

  it.each(lasting(kind))('ends the channel on %j', async (trouble) => {
    const given = await withDelivery(world, kind, trouble);
    expect((await given.channel()).ended).toContain('Nothing more is sent there.');
    expect(await given.log()).toMatchObject([{ status: 'failed' }]);
  });

  it('is not retried if the service cannot parse it', async () => {
    const given = await withDelivery(world, kind, { status: 400, text: 'invalid_payload' });
    expect(await given.log()).toMatchObject([{ status: 'failed', nextAttemptAt: null }]);
    expect((await given.channel()).ended).toBeNull();
  });

  it('is retried after a failure of the service or the connection', async () => {
    const given = await withDelivery(world, kind, { status: 500, text: 'rollup_error' }, 1);
    expect(await given.log()).toMatchObject([{ status: 'pending', httpStatus: 500 }]);
    await work(door, 10);
    expect(services.taken(kind)).toHaveLength(1);
  });
});

const limited: Record<Chat, Omit<Exclude<Trouble, string>, 'status'>> = {
  slack: { text: 'rate_limited', headers: { 'retry-after': '65' } },
  discord: {
    json: { message: 'You are being rate limited.', retry_after: 64.57, global: false },
    headers: { 'x-ratelimit-scope': 'user' },
  },
  ntfy: { headers: { 'retry-after': '65' }, json: { code: 42901, http: 429, error: 'limit reached' } },
  matrix: { json: { errcode: 'M_LIMIT_EXCEEDED', error: 'Too many requests', retry_after_ms: 65_000 } },
};

function lasting(kind: Chat): Trouble[] {
  return {
    slack: [
      { status: 410, text: 'channel_is_archived' },
      { status: 404, text: 'no_service' },
      { status: 403, text: 'action_prohibited' },
      { status: 400, text: 'invalid_token' },
    ],
    discord: [{ status: 404, json: { message: 'Unknown Webhook', code: 10015 } }],
    ntfy: [{ status: 403, json: { code: 40301, http: 403, error: 'forbidden' } }],
    matrix: [
      { status: 401, json: { errcode: 'M_UNKNOWN_TOKEN' } },
      { status: 403, json: { errcode: 'M_FORBIDDEN' } },
    ],
  }[kind];
}

describe('text from papers', () => {
  const send = async (kind: ChannelKind) => {
    const given = await withChannel(world, kind);
    await composeDigest(door, given, { papers: [hostile] });
    await work(door);
    return whole(kind).body;
  };

  it('notifies nobody in Slack', async () => {
    const { blocks } = await send('slack');
    const written = JSON.stringify(blocks);
    expect(written).toContain('&lt;!channel&gt;');
    // The only brackets left are our own links.
    expect(written.match(/<[^>]*/g)!.every((one) => /^<https?:/.test(one))).toBe(true);
    expect(written).toContain('https://example.org/a%7Cb');
    for (const { text } of JSON.parse(written).slice(1)) expect(text.verbatim).toBe(true);
  });

  it('notifies nobody in Discord', async () => {
    const body = await send('discord');
    expect(body.allowed_mentions).toEqual({ parse: [] });
    expect(body.embeds).toMatchObject([{ title: expect.stringContaining('\\<!channel\\> \\@everyone') }]);
  });

  it('notifies nobody in Matrix, and contains no markup', async () => {
    const body = await send('matrix');
    expect(body['m.mentions']).toEqual({});
    expect(body.formatted_body).toContain('&lt;script&gt;');
    expect(body.formatted_body).not.toContain('<script>');
  });
});

describe('room of Matrix', () => {
  it('shows a message once if the response to the first attempt was lost', async () => {
    const given = await withDelivery(world, 'matrix', 'hang-up', 1);
    const problem = 'The address could not be reached.';
    expect(await given.log()).toMatchObject([{ status: 'pending', problem }]);
    await work(door, 10);
    expect(services.received).toHaveLength(2);
    expect(services.taken('matrix')).toHaveLength(1);
  });

  it('needs a room in the address, and a token', async () => {
    const asked = { address: 'https://matrix.example.org/', token: 'x' };
    await expect(withChannel(world, 'matrix', asked)).rejects.toThrow('!room');
    await expect(withChannel(world, 'matrix', { token: '' })).rejects.toThrow('access token');
  });
});

test('a topic of ntfy gets the token if it is protected', async () => {
  const address = `${services.url}/protected`;
  const given = await withChannel(world, 'ntfy', { address, token: services.token });
  await composeDigest(door, given);
  await work(door);
  const click = expect.stringContaining('/digests/');
  expect(whole('ntfy').body).toMatchObject({ topic: 'protected', click });
  await expect(withChannel(world, 'ntfy', { address: services.url })).rejects.toThrow('ntfy.sh');
});
