import { z } from 'zod';
import { type Route, serve } from '#platform/http/route.ts';
import { api } from '#shared/api.ts';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { type ErrorCode, statusOf } from '#shared/contract/errors.ts';
import { descriptionApi } from '#shared/site/site.ts';
import type { App } from '../app.ts';
import { docsPage } from './page.ts';

export const descriptionRoutes: Route<App>[] = [
  serve(descriptionApi.openapi, async ({ config }) => describeApi(config.baseUrl)),
  serve(descriptionApi.docs, async ({ config }, { http }) => http.html(docsPage(sections(), config.baseUrl))),
];

/** The contracts, a feature at a time, as the page and the document list them. */
const sections = (): { name: string; calls: Endpoint[] }[] =>
  Object.entries(api).map(([name, calls]) => ({ name, calls: Object.values<Endpoint>(calls) }));

/** The contracts as OpenAPI 3.1, whose schemas are JSON Schema 2020-12 as zod writes it. */
function describeApi(baseUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { name, calls } of sections())
    for (const call of calls) {
      const path = call.path.replace(/:(\w+)/g, '{$1}');
      paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(name, call) };
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

function operation(tag: string, call: Endpoint) {
  const needsSession = call.access !== 'anyone';
  return {
    tags: [tag],
    summary: call.summary,
    operationId: `${call.method.toLowerCase()}${call.path.replace(/[^a-zA-Z]+(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
    ...(needsSession ? { security: [{ session: [] }, ...(call.allowApiToken ? [{ token: [] }] : [])] } : {}),
    parameters: [...parameters('path', call.params), ...parameters('query', call.query)],
    ...(call.method === 'GET' || call.selfAuthenticated || isEmpty(call.body)
      ? {}
      : {
          requestBody: {
            required: true,
            content: { 'application/json': { schema: schemaOf(call.body, 'input') } },
          },
        }),
    responses: {
      200: {
        description: 'Done',
        content: { [call.produces ?? 'application/json']: { schema: schemaOf(call.response, 'output') } },
      },
      ...Object.fromEntries(refusals(call).map((code) => [statusOf[code], refusal(code)])),
    },
  };
}

/** The refusals that the door itself gives; a handler may give others of the same form. */
const refusals = ({ access, method, params, selfAuthenticated }: Endpoint): ErrorCode[] => [
  'invalid',
  ...(access === 'anyone' ? [] : (['unauthenticated'] as const)),
  ...(access === 'admin' || (method !== 'GET' && !selfAuthenticated) ? (['forbidden'] as const) : []),
  ...(isEmpty(params) ? [] : (['not_found'] as const)),
  ...(method === 'GET' ? [] : (['too_large'] as const)),
  ...(method === 'GET' || selfAuthenticated ? [] : (['unsupported'] as const)),
  'limited',
];

const refusal = (code: ErrorCode) => ({
  description: code.replace('_', ' '),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
});

function parameters(place: 'path' | 'query', schema: z.ZodType) {
  const { properties = {}, required = [] } = schemaOf(schema, 'input') as {
    properties?: Record<string, unknown>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    schema,
  }));
}

/** A check that JSON Schema cannot say (two passwords alike) is left out of the document, not of the server. */
function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema: _, ...described } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return described;
}

const isEmpty = (schema: z.ZodType): boolean =>
  Object.keys((schemaOf(schema, 'input').properties as object | undefined) ?? {}).length === 0;

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
