import type { Context } from 'hono';
import type { z } from 'zod';
import type { Endpoint } from '#shared/contract/endpoint.ts';
import { AppError } from '#shared/contract/errors.ts';
import { boundedText } from '#shared/values/boundedText.ts';
import type { Config } from '../runtime/config.ts';

/**
 * CSRF protection: rejects a write that another site sent with the reader's cookie. Browsers send `Sec-Fetch-Site`, older
 * ones `Origin`; a client that sends neither is not a browser and sends no cookie by itself. The rule is Go's
 * CrossOriginProtection: https://words.filippo.io/csrf/
 * @throws AppError `forbidden`
 */
export function refuseForeignOrigin(
  http: Context,
  { baseUrl, production }: Pick<Config, 'baseUrl' | 'production'>,
): void {
  const site = http.req.header('sec-fetch-site');
  if (site === 'same-origin' || site === 'none') return;
  const origin = http.req.header('origin');
  if (!site && !origin) return;
  if (!site && origin === new URL(baseUrl).origin) return;
  // In development the same server has several names.
  if (!site && !production && origin && hostOf(origin) === http.req.header('host')) return;
  throw new AppError('forbidden', 'This request came from another site and was refused.');
}

/** A path may be percent-encoded in any way. One that is not UTF-8 matches nothing. */
export const readParams = (endpoint: Endpoint, http: Context) =>
  checked(
    endpoint.params,
    clean(http.req.param()),
    () => new AppError('not_found', 'There is nothing at this address.'),
  );

/**
 * The query, validated against its contract.
 * @throws AppError 400 for a value that breaks the contract
 */
export const readQuery = (endpoint: Endpoint, http: Context) =>
  checked(endpoint.query, clean(http.req.query()), invalid);

/**
 * The body, validated against its contract. An empty one counts as `{}`, so that a contract without fields needs none.
 * @throws AppError 415 for another type than JSON, 400 for invalid JSON or a body that breaks the contract.
 */
export async function readBody(endpoint: Endpoint, http: Context) {
  if (endpoint.method === 'GET' || endpoint.selfAuthenticated) return {};
  const type = http.req.header('content-type');
  if (type !== undefined && !/^application\/json\s*(;|$)/i.test(type))
    throw new AppError('unsupported', 'Please send the request as JSON (Content-Type: application/json).');
  const text = await http.req.text();
  if (text !== '' && type === undefined)
    throw new AppError('unsupported', 'Please send the request as JSON (Content-Type: application/json).');
  return checked(endpoint.body, clean(text === '' ? {} : parse(text)), invalid);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const error = new AppError('invalid', 'The request is not valid JSON.');
    error.cause = cause;
    throw error;
  }
}

/** Maximum depth. No contract has more than five levels; thousands would exhaust the stack of code that walks them. */
const deepest = 20;

/**
 * Rejects NUL and deep nesting, and repairs lone surrogates and endless combining marks in every text and key of a request.
 * PostgreSQL cannot store NUL or surrogates, and no reader types them.
 */
function clean(value: unknown, depth = 0): unknown {
  if (depth > deepest) throw new AppError('invalid', 'The request is nested too deeply.');
  if (typeof value === 'string') {
    if (value.includes('\0')) throw unstorable();
    return boundedText(value, value.length);
  }
  if (Array.isArray(value)) return value.map((inner) => clean(inner, depth + 1));
  if (value !== null && typeof value === 'object')
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [clean(key, depth), clean(inner, depth + 1)]),
    );
  return value;
}

/** A value that the database refuses. */
export const unstorable = (): AppError =>
  new AppError('invalid', 'The request contains characters or numbers that cannot be stored.');

function checked(schema: z.ZodType, value: unknown, refusal: (error: z.ZodError) => AppError): never {
  const result = schema.safeParse(value, { error: sentenceOf });
  if (!result.success) throw refusal(result.error);
  return result.data as never;
}

/** One sentence for each field. The first is the message. */
function invalid(error: z.ZodError): AppError {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[path.join('.')] ??= message;
  return new AppError('invalid', error.issues[0]!.message, { fields });
}

/** Sentences for rules that have none of their own. */
function sentenceOf(issue: z.core.$ZodRawIssue): string {
  const field = issue.path?.map(String).join('.');
  if (issue.code === 'unrecognized_keys') return `Unknown field: ${issue.keys.join(', ').slice(0, 100)}.`;
  if (!field) return 'The request is not in the expected form.';
  return issue.input === undefined
    ? `The field ${field} is missing.`
    : `The field ${field} is not in the expected form.`;
}

const hostOf = (origin: string): string | null => (URL.canParse(origin) ? new URL(origin).host : null);
