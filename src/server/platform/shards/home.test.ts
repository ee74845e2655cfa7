import { describe, expect, it } from 'vitest';
import { api } from '#shared/api.ts';
import type { Endpoint, HomeClue } from '#shared/contract/endpoint.ts';
import { addressHash, shardByHash } from './addressHash.ts';
import { homeOf } from './home.ts';

const secret = 'a secret of the shards, thirty-two';
const all = ['one', 'two', 'three'].map((name) => ({ name, url: `http://${name}.test` }));
const registered = new Map([
  [addressHash(secret, 'ada@example.org'), 'two'],
  [addressHash(secret, 'gone@example.org'), 'four'],
]);
const directory = { find: async (hash: string) => registered.get(hash) ?? null };

interface Call {
  authorization?: string;
  cookies?: Record<string, string>;
  address?: Record<string, string>;
  body?: Record<string, unknown> | null;
}

const homeFor = (
  clues: readonly HomeClue[],
  { authorization, cookies = {}, address = {}, body = null }: Call,
) =>
  homeOf(
    clues,
    { authorization, cookie: (kind) => cookies[kind], address, body: async () => body },
    { all, secret },
    directory,
  );
const shard = (name: string) => ({ shard: name });

describe('a call', () => {
  it.each<[string, HomeClue[], Call, unknown]>([
    ['without anything', ['session'], {}, 'here'],
    ['with a session', ['session'], { cookies: { session: 'two~x' } }, shard('two')],
    ['with a session of before', ['session'], { cookies: { session: 'x' } }, shard('one')],
    ['with a session of a shard that is no more', ['session'], { cookies: { session: 'four~x' } }, 'here'],
    [
      'with an API token beside a session',
      ['session'],
      { authorization: 'Bearer litwatch_three~x', cookies: { session: 'two~x' } },
      shard('three'),
    ],
    ['with another authorization', ['session'], { authorization: 'Basic dHdvfg==' }, 'here'],
    [
      'with a step beside a session',
      ['step', 'device'],
      { cookies: { step: 'two~x', device: 'three~x', session: 'one~x' } },
      shard('two'),
    ],
    ['with a device alone', ['step', 'device'], { cookies: { device: 'three~x' } }, shard('three')],
    ['with a grant alone', ['session', 'search'], { cookies: { search: 'two~x' } }, shard('two')],
    [
      'with a token in its path and another in its query',
      ['token'],
      { address: { token: 'two~x' }, body: { token: 'three~x' } },
      shard('two'),
    ],
    ['with a file', ['token'], { address: { file: 'three~x.atom' } }, shard('three')],
    ['with a token in its body', ['token'], { body: { token: 'two~x' } }, shard('two')],
    ['with a token that is no text', ['token'], { body: { token: 7 } }, 'here'],
    ['with a token that is empty', ['token'], { body: { token: '' } }, 'here'],
    ['with an address that is registered', ['email'], { body: { email: ' ADA@example.org' } }, shard('two')],
    [
      'with an address of a shard that is no more',
      ['email'],
      { body: { email: 'gone@example.org' } },
      'here',
    ],
    ['with what is no address', ['email'], { body: { email: 'ada' } }, 'here'],
    [
      'with an invitation and an address',
      ['invitation', 'email'],
      { body: { email: 'ada@example.org', invitation: 'three~x' } },
      shard('three'),
    ],
    ['for the first', ['first'], { cookies: { session: 'two~x' } }, shard('one')],
    ['for all', ['all'], {}, 'all'],
    ['for whom it reached', ['here'], { cookies: { session: 'two~x' } }, 'here'],
  ])('finds where a call belongs %s', async (_, clues, call, home) => {
    expect(await homeFor(clues, call)).toEqual(home);
  });

  it('sends an address that nobody registered where its hash says', async () => {
    for (const email of ['bob@example.org', 'cleo@example.org', 'dan@example.org', 'eve@example.org'])
      expect(await homeFor(['email'], { body: { email } })).toEqual(
        shard(shardByHash({ secret, all }, email)),
      );
  });
});

describe('contracts', () => {
  const open = Object.entries(api).flatMap(([noun, calls]) =>
    Object.entries<Endpoint>(calls)
      .filter(([, { access }]) => access === 'anyone')
      .map(([name, call]): [string, Endpoint] => [`${noun}.${name}`, call]),
  );
  const fieldsOf = (call: Endpoint): string[] => [
    ...[call.params, call.query, call.body].flatMap((shape) => keysOf(shape)),
  ];

  it.each(open.filter(([, call]) => fieldsOf(call).some((field) => ['token', 'file'].includes(field))))(
    '%s goes where its token says',
    (_, { homeBy }) => {
      expect(homeBy).toEqual(['token']);
    },
  );

  it.each(
    open.filter(
      ([name, call]) =>
        fieldsOf(call).includes('password') &&
        !fieldsOf(call).some((field) => field === 'token') &&
        name !== 'admission.completeSetup',
    ),
  )('%s goes where its address says', (_, { homeBy }) => {
    expect(homeBy?.at(-1)).toBe('email');
  });
});

/** Names of an object's fields, also behind a rule about all of them. */
function keysOf(shape: unknown): string[] {
  const { def, shape: fields } = shape as { def?: { in?: unknown }; shape?: Record<string, unknown> };
  return fields ? Object.keys(fields) : def?.in ? keysOf(def.in) : [];
}
