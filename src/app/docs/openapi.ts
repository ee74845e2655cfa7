import { z } from 'zod';
import { features } from '#features/index.ts';
import type { App, Feature } from '#kit/feature.ts';
import { type Route, serve } from '#platform/http/route.ts';
import type { Config } from '#platform/runtime/config.ts';
import { api as core } from '#shared/api.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type ErrorCode, statusOf } from '#shared/contract/errors.ts';
import { descriptionApi } from '#shared/site/site.ts';
import { pluck } from '#shared/values/pick.ts';
import { docsPage } from './page.ts';
import { type Describe, describeIn, type JsonSchema } from './schema.ts';

export const descriptionRoutes: Route<App>[] = [
  serve(descriptionApi.openapi, async ({ config }) => once(descriptions, config, describeApi)),
  serve(descriptionApi.docs, async ({ config }, { http }) =>
    http.html(
      once(docs, config, (config) => docsPage(sections(config), config.baseUrl, describeIn(config.edition))),
    ),
  ),
];

const descriptions = new WeakMap<Config, ReturnType<typeof describeApi>>();
const docs = new WeakMap<Config, ReturnType<typeof docsPage>>();

/** Makes the answer with the first call: it takes milliseconds, and anybody may ask. */
function once<T>(made: WeakMap<Config, T>, config: Config, make: (config: Config) => T): T {
  const answer = made.get(config) ?? make(config);
  made.set(config, answer);
  return answer;
}

/** Every call of the API. A test checks that each is served, and that every route is one of them. */
export const api: Readonly<Record<string, Readonly<Record<string, Endpoint>>>> = Object.assign(
  { ...core },
  ...features.map(({ contract }) => contract),
);

/** Events that are posted to addresses of readers. */
export const webhooks: NonNullable<Feature['webhooks']> = Object.assign({}, ...pluck(features, 'webhooks'));

/** The contracts by feature, as the page and the document list them. */
const sections = ({ edition }: Pick<Config, 'edition'>): { name: string; calls: Endpoint[] }[] =>
  Object.entries<Record<string, Endpoint>>(edition.billing ? api : withoutBilling).map(([name, calls]) => ({
    name,
    calls: Object.values(calls),
  }));

const { billing: _, ...withoutBilling } = api;

/** The contracts as OpenAPI 3.1, whose schemas are JSON Schema 2020-12 as zod generates it. */
function describeApi({ baseUrl, edition }: Pick<Config, 'baseUrl' | 'edition'>) {
  const describe = describeIn(edition);
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, calls } of sections({ edition }))
    for (const call of calls) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call, describe) };
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Litwatch',
      version: '1',
      description: 'Search terms, digests, preferences and accounts. Every error is `{message, code, …}`.',
    },
    servers: [{ url: baseUrl }],
    paths,
    webhooks: webhookEvents(describe),
    components: {
      securitySchemes: {
        session: {
          type: 'apiKey',
          in: 'cookie',
          name: baseUrl.startsWith('https:') ? '__Host-litwatch' : 'litwatch',
        },
        token: { type: 'http', scheme: 'bearer', description: 'A token of POST /api/tokens: it reads only.' },
      },
      schemas: { Error: errorSchema },
    },
  };
}

/** The events sent to a reader's webhooks, in the Standard Webhooks scheme. */
const webhookEvents = (describe: Describe) =>
  Object.fromEntries(
    Object.entries(webhooks).map(([type, event]) => [
      type,
      {
        post: {
          summary: `Signed by the headers webhook-id, webhook-timestamp and webhook-signature (standardwebhooks.com).`,
          requestBody: { content: { 'application/json': { schema: describe(event, 'output') } } },
          responses: { '2XX': { description: 'Taken' }, 410: { description: 'Nothing more is wanted' } },
        },
      },
    ]),
  );

function operation(tag: string, call: Endpoint, describe: Describe) {
  const needsSession = call.access !== 'anyone';
  return {
    tags: [tag],
    summary: call.summary,
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(needsSession ? { security: [{ session: [] }, ...(call.allowApiToken ? [{ token: [] }] : [])] } : {}),
    parameters: [
      ...parameters('path', describe(call.params, 'input')),
      ...parameters('query', describe(call.query, 'input')),
    ],
    ...(call.method === 'GET' || call.selfAuthenticated || isEmpty(call.body)
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: describe(call.body, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        content: { [call.produces ?? 'application/json']: { schema: describe(call.response, 'output') } },
      },
      ...Object.fromEntries(refusals(call).map((code) => [statusOf[code], refusal(code)])),
    },
  };
}

/** The errors that the server gives before a handler runs. A handler may give others in the same form. */
const refusals = ({ access, method, params, selfAuthenticated }: Endpoint): ErrorCode[] => [
  'invalid',
  ...(access === 'anyone' ? [] : (['unauthenticated'] as const)),
  ...(access === 'admin' || access === 'administrator' || (method !== 'GET' && !selfAuthenticated)
    ? (['forbidden'] as const)
    : []),
  ...(isEmpty(params) ? [] : (['not_found'] as const)),
  ...(method === 'GET' ? [] : (['too_large'] as const)),
  ...(method === 'GET' || selfAuthenticated ? [] : (['unsupported'] as const)),
  'limited',
];

const reference = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } };
const refusal = (code: ErrorCode) => ({ description: code.replace('_', ' '), content: reference });

function parameters(place: 'path' | 'query', { properties = {}, required = [] }: JsonSchema) {
  const isNeeded = (name: string) => place === 'path' || required.includes(name);
  const named = Object.entries(properties);
  return named.map(([name, schema]) => ({ name, in: place, required: isNeeded(name), schema }));
}

const isEmpty = (schema: z.ZodType): boolean =>
  Object.keys(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }).properties ?? {}).length === 0;

const errorSchema = {
  type: 'object',
  required: ['message', 'code'],
  properties: {
    message: { type: 'string', description: 'A sentence that may be shown to the reader.' },
    code: { type: 'string', enum: [...Object.keys(statusOf), 'internal'] },
    fields: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'One sentence a field.',
    },
    retryAfter: { type: 'integer', description: 'Seconds, as in Retry-After.' },
  },
};
