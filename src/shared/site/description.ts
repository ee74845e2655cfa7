import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';

export const descriptionApi = {
  openapi: endpoint({
    method: 'GET',
    path: '/api/openapi.json',
    access: 'anyone',
    summary: 'This description, as OpenAPI 3.1.',
    response: z.looseObject({ openapi: z.string() }),
  }),
  docs: endpoint({
    method: 'GET',
    path: '/api/docs',
    access: 'anyone',
    summary: 'This description, as a page.',
    produces: 'text/html',
    response: z.string(),
  }),
} as const;
