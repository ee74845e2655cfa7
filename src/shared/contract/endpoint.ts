import { z } from 'zod';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Who may call: `anyone`, `session` (a signed-in, verified reader), `admin` (anyone in development, administrators in
 * production), or `administrator` (always an administrator).
 */
export type Access = 'anyone' | 'session' | 'admin' | 'administrator';

export interface Endpoint<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Response extends z.ZodType = z.ZodType,
> {
  method: Method;
  /** Path with `:name` segments, the names being the keys of `params`. */
  path: string;
  summary: string;
  access: Access;
  params: Params;
  query: Query;
  body: Body;
  response: Response;
  /**
   * The call authenticates itself by a signature, or a token in its path, and may come from anywhere: no session,
   * no same-origin check, and a body of any type, which the handler reads itself.
   */
  selfAuthenticated?: boolean;
  /** Maximum size of the body in bytes, if larger than a form's. */
  bodyBytes?: number;
  /** A reader's script may call it with `Authorization: Bearer` and an API token. Set only for read-only calls. */
  allowApiToken?: boolean;
  /**
   * What it costs us: each kind has a limit over all calls of that kind, for an account, or for a network where a link opens
   * something without a sign-in.
   */
  costs?: 'ranking' | 'reading' | 'link';
  /** Media type of a response that is not JSON; the handler then returns a whole `Response`. */
  produces?: string;
}

export type ParamsOf<E extends Endpoint> = z.output<E['params']>;
export type QueryOf<E extends Endpoint> = z.output<E['query']>;
export type BodyOf<E extends Endpoint> = z.output<E['body']>;
export type BodyInput<E extends Endpoint> = z.input<E['body']>;
export type ResponseOf<E extends Endpoint> = z.output<E['response']>;
export type ResponseInput<E extends Endpoint> = z.input<E['response']>;

const nothing = z.object({});
export type Nothing = typeof nothing;

/** A response with only a sentence that the page may show: that of a call whose contract names no other. */
export const done = z.object({ message: z.string() });

/** The parameters of a path with an `:id`, unless its contract names others. */
export const byId = z.object({ id: z.string().max(64) });
type ParamsIn<Call> = { id: typeof byId; none: Nothing }[Call extends `${string}/:id${string}`
  ? 'id'
  : 'none'];

/**
 * One contract per call, used by the server to check requests and by the browser to send them and parse responses:
 * `endpoint('GET /api/things/:id', 'session', { summary, params, response })`. A reader's body with a field that it
 * does not name is refused, because that reader expects something that would not happen; a visitor's field is dropped.
 */
export function endpoint<
  Call extends `${Method} /${string}`,
  Params extends z.ZodType = ParamsIn<Call>,
  Query extends z.ZodType = Nothing,
  Body extends z.ZodType = Nothing,
  Response extends z.ZodType = typeof done,
>(
  call: Call,
  access: Access,
  shape: Pick<
    Endpoint,
    'summary' | 'selfAuthenticated' | 'bodyBytes' | 'allowApiToken' | 'costs' | 'produces'
  > & {
    params?: Params;
    query?: Query;
    body?: Body;
    response?: Response;
  },
): Endpoint<Params, Query, Body, Response> {
  const [method, path] = call.split(' ') as [Method, string];
  const params = path.includes('/:id') ? byId : nothing;
  const { body = nothing, ...rest } = shape;
  const strict = access !== 'anyone' && body instanceof z.ZodObject ? body.strict() : body;
  const whole = { method, path, access, params, query: nothing, response: done, ...rest, body: strict };
  return whole as unknown as Endpoint<Params, Query, Body, Response>;
}

/** Fills the `:name` segments of a path; every value is percent-encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])));
}
