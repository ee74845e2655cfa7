import fc from 'fast-check';
import { api } from '#app/docs/openapi.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type Door, password } from '../accounts/accountsSetup.ts';
import { Chance, mutated, nested, sampleOf, schemaOf } from './chance.ts';

/** Every call of the contract. */
export const calls = Object.values(api).flatMap((feature) => Object.values<Endpoint>(feature));

/** A request that is more or less close to what its call accepts. */
export interface AnyRequest {
  call: Endpoint;
  method: string | null;
  segment: string;
  rawSegment: boolean;
  query: string;
  fields: unknown[];
  extra: Record<string, unknown>;
  /** The body: mostly JSON, sometimes cut off or not JSON at all. */
  shape: 'fitting' | 'fields' | 'cut' | 'text' | 'array' | 'none';
  /** The schema of a fitting body. */
  seed: number;
  text: string;
  type: string | null;
  /** `attacker`: with the attacker's session. */
  cookie: string;
  headers: Record<string, string>;
}

/**
 * Requests over every call.
 * @param known ids, addresses and words of two readers, so that some requests are about rows that exist
 */
export function anyRequest(known: string[]): fc.Arbitrary<AnyRequest> {
  const theirs = fc.constantFrom(...known);
  const value = fc.oneof(
    { weight: 6, arbitrary: theirs },
    {
      weight: 6,
      arbitrary: fc.constantFrom(password, 'team', true, null, '', 'sunday', 'UTC', 'Europe/Berlin'),
    },
    { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 400 }) },
    { weight: 6, arbitrary: fc.anything({ maxDepth: 2, withNullPrototype: true }) },
    { weight: 1, arbitrary: fc.constantFrom(nested(4000), `e${'\u0301'.repeat(30_000)}`, '9'.repeat(400)) },
  );
  return fc.record({
    call: fc.constantFrom(...calls),
    method: rarely(fc.constantFrom('GET', 'POST', 'PATCH', 'DELETE', 'HEAD', 'PUT', 'OPTIONS')),
    segment: fc.oneof(theirs, fc.string({ unit: 'binary', maxLength: 80 }), fc.webPath({ size: 'small' })),
    rawSegment: fc.boolean(),
    query: fc.oneof(
      fc.constant(''),
      fc.webQueryParameters().map((text) => `?${text}`),
      fc
        .record({ place: fc.tuple(fc.oneof(moment, value), fc.oneof(id, value)), order, raw: fc.boolean() })
        .map(cursorIn),
    ),
    fields: fc.array(value, { minLength: 8, maxLength: 8 }),
    extra: fc.dictionary(fc.string({ maxLength: 12 }), value, { maxKeys: 3 }),
    shape: fc.constantFrom(
      'fitting',
      'fitting',
      'fitting',
      'fields',
      'fields',
      'cut',
      'text',
      'array',
      'none',
    ),
    seed: fc.integer(),
    text: fc.string({ unit: 'binary', maxLength: 200 }),
    type: rarely(fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'multipart/form-data')),
    headers: fc.dictionary(
      fc.constantFrom(
        'user-agent',
        'x-forwarded-for',
        'accept-language',
        'authorization',
        'if-none-match',
        'origin',
      ),
      fc.stringMatching(/^[\x21-\xff]{0,80}$/),
      { maxKeys: 2 },
    ),
    cookie: fc.oneof(fc.constantFrom('attacker', 'attacker', 'none'), fc.stringMatching(/^[\w=;%-]{0,60}$/)),
  });
}

/** What a cursor holds: times and days that may not exist, and ids. */
const moment = fc.constantFrom(
  '2026-02-30',
  '0000-01-01',
  '2026-03-02 09:00:00+00',
  '2026-13-01T00:00:00Z',
  '1',
  '',
);
const id = fc.oneof(fc.bigInt().map(String), fc.uuid(), fc.constantFrom('1', '-1', '1e3'));
const order = fc.constantFrom('kept', 'newest', 'author', 'x');

function cursorIn({ place, order, raw }: { place: unknown; order: string; raw: boolean }): string {
  const text = Buffer.from(asJson(place)).toString('base64url');
  const values = { order, cursor: text, after: raw ? text : asJson(place), limit: '5', state: 'kept' };
  return `?${new URLSearchParams(values)}`;
}

/** Null nine times out of ten. */
const rarely = <T>(other: fc.Arbitrary<T>): fc.Arbitrary<T | null> =>
  fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: other });

/** Sends it. */
export function sendRequest(
  { door }: Pick<Door, 'door'>,
  { call, method, segment, rawSegment, query, cookie, type, headers, ...body }: AnyRequest,
  { session, known }: { session: string | undefined; known: string[] },
): Response | Promise<Response> {
  const how = method ?? call.method;
  const path = call.path.replace(/:\w+/g, () =>
    rawSegment ? encodeURI(segment.toWellFormed()) : encodeURIComponent(segment.toWellFormed()),
  );
  const sent = bodyOf(call, body, known);
  return door.request(path + query, {
    method: how,
    headers: new Headers({
      ...headers,
      'sec-fetch-site': 'same-origin',
      'content-type': type ?? 'application/json',
      cookie: cookie === 'attacker' ? `litwatch=${session}` : cookie === 'none' ? '' : cookie,
    }),
    ...(how === 'GET' || how === 'HEAD' || sent === undefined ? {} : { body: sent }),
  });
}

/** A JSON body with the contract's own field names, so that it passes the first checks. */
function bodyOf(
  { body }: Endpoint,
  { fields, extra, shape, text, seed }: Pick<AnyRequest, 'fields' | 'extra' | 'shape' | 'text' | 'seed'>,
  known: string[],
): string | undefined {
  if (shape === 'none') return undefined;
  if (shape === 'fitting') {
    const chance = new Chance(seed);
    const texts = [...known, password, 'UTC', 'soil moss', 'https://127.0.0.1/hook'];
    const fits = sampleOf(chance, schemaOf(body), texts);
    return asJson(chance.oneIn(2) ? fits : mutated(chance, fits));
  }
  if (shape === 'text') return text;
  if (shape === 'array') return asJson(fields);
  const names = Object.keys((body as { shape?: object }).shape ?? {});
  const whole = asJson({ ...Object.fromEntries(names.map((name, at) => [name, fields[at % 8]])), ...extra });
  return shape === 'cut' ? whole.slice(0, Math.floor(whole.length / 2)) : whole;
}

const asJson = (value: unknown): string => JSON.stringify(value) ?? 'null';
