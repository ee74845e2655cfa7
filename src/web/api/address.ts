import type { z } from 'zod';
import { type BodyInput, type Endpoint, fillPath, type ParamsOf } from '#shared/contract/endpoint.ts';

/** The input of a call, without the parts that its contract does not name. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: z.input<E['query']>;
  body?: BodyInput<E>;
  signal?: AbortSignal;
}

/** The path and query of a call. */
export function addressOf<E extends Endpoint>({ path }: E, { params, query }: CallInput<E>): string {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  ).toString();
  return fillPath(path, params as Record<string, unknown>) + (search && `?${search}`);
}
