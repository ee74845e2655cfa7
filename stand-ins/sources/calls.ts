import type { MiddlewareHandler } from 'hono';
import type { SourcesEnv } from './faults/env.ts';
import { sourceOf } from './faults/misbehave.ts';
import { type SourceName, sourceNames } from './records/corpus.ts';

export interface Call {
  source: SourceName;
  /** ISO moment of arrival. */
  at: string;
  method: string;
  /** Path and query. */
  url: string;
  /** Form fields of a POST, as sent. */
  body: string | null;
  userAgent: string | null;
  /** Null while the response is in progress. */
  status: number | null;
}

/** The log of the newest 10,000 requests, and the number of requests per source. */
export class Calls {
  counts = noCalls();
  log: Call[] = [];

  note(call: Call): void {
    this.counts[call.source]++;
    this.log.push(call);
    if (this.log.length > 10_000) this.log.shift();
  }

  reset(): void {
    this.counts = noCalls();
    this.log = [];
  }
}

const noCalls = () =>
  Object.fromEntries(sourceNames.map((source) => [source, 0])) as Record<SourceName, number>;

export const count =
  (calls: Calls): MiddlewareHandler<SourcesEnv> =>
  async (c, next) => {
    const source = sourceOf(c.req.path);
    if (!source) return next();
    const url = new URL(c.req.url);
    const call: Call = {
      source,
      at: new Date().toISOString(),
      method: c.req.method,
      url: url.pathname + url.search,
      body: c.req.method === 'POST' ? await c.req.text() : null,
      userAgent: c.req.header('user-agent') ?? null,
      status: null,
    };
    calls.note(call);
    await next();
    call.status = c.res.status;
  };
