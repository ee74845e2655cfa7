import type { z } from 'zod';
import {
  type BodyInput,
  type Endpoint,
  fillPath,
  type ParamsOf,
  type ResponseOf,
} from '#shared/contract/endpoint.ts';
import { AppError, type ErrorCode, type ErrorDetails, statusOf } from '#shared/contract/errors.ts';

/** A response that was not OK: the error class of the server, with the status that was received. */
export class CallError extends AppError {
  readonly received: number;
  /** Whether the message came from the server; otherwise it is a general one for the status. */
  readonly told: boolean;

  constructor(status: number, sentence: string, details: ErrorDetails = {}, told = true) {
    super(codeOf(status), sentence, details);
    this.name = 'CallError';
    this.received = status;
    this.told = told;
  }

  /** 0 when there was no response. */
  override get status(): number {
    return this.received;
  }
}

/** The server's error message, or `otherwise` if it sent none. */
export const sentenceOf = (error: Error, otherwise: string): string =>
  (error instanceof CallError && !error.told) || !error.message ? otherwise : error.message;

/**
 * Calls the server and parses the response by its contract.
 * @throws CallError if the response is not OK, is missing, or does not match the contract.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: CallInput<E> = {},
): Promise<ResponseOf<E>> {
  const response = await ask(endpoint, input);
  const text = await response.text();
  if (!response.ok) throw errorFrom(response.status, text, response.headers.get('Retry-After'));
  const answer = endpoint.response.safeParse(json(text));
  const unread = 'The answer could not be read. Please reload the page and try again.';
  if (!answer.success) throw new CallError(response.status, unread);
  return answer.data as ResponseOf<E>;
}

async function ask<E extends Endpoint>(endpoint: E, input: CallInput<E>): Promise<Response> {
  const { method } = endpoint;
  const { body, signal } = input;
  try {
    return await fetch(addressOf(endpoint, input), {
      method,
      credentials: 'same-origin',
      signal: signal ?? null,
      headers: {
        Accept: 'application/json',
        ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
      },
      body: method === 'GET' ? null : JSON.stringify(body ?? {}),
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new CallError(0, 'Litwatch could not be reached. Please check your connection and try again.');
  }
}

/** The server's message and details; a body that is not JSON becomes the message itself. */
export function errorFrom(status: number, text: string, retryAfter: string | null = null): CallError {
  const body = json(text);
  const wait = Number(retryAfter) > 0 ? { retryAfter: Number(retryAfter) } : {};
  if (typeof body !== 'object' || body === null)
    return new CallError(status, plain(text) || generalSentence(status), wait, plain(text) !== '');
  const { message, code: _, ...details } = body as { message?: unknown; code?: unknown } & ErrorDetails;
  const told = typeof message === 'string' && message !== '';
  return new CallError(status, told ? message : generalSentence(status), { ...wait, ...details }, told);
}

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A plain-text response may be shown; the HTML error page of a proxy may not. */
const plain = (text: string): string => (/^\s*</.test(text) ? '' : text.trim().slice(0, 300));

const generalSentence = (status: number): string =>
  status >= 500
    ? 'Something went wrong on our side. Please try again in a moment.'
    : `The request was refused (${status}).`;

function codeOf(status: number): ErrorCode {
  const known = (Object.keys(statusOf) as ErrorCode[]).find((code) => statusOf[code] === status);
  return known ?? (status >= 400 && status < 500 ? 'invalid' : 'unavailable');
}

/** The input of a call, without the parts that its contract does not name. */
export interface CallInput<E extends Endpoint> {
  params?: ParamsOf<E>;
  query?: z.input<E['query']>;
  body?: BodyInput<E>;
  signal?: AbortSignal;
}

function addressOf<E extends Endpoint>({ path }: E, { params, query }: CallInput<E>): string {
  const search = new URLSearchParams(
    Object.entries(query ?? {}).flatMap(([name, value]) => (value == null ? [] : [[name, String(value)]])),
  ).toString();
  return fillPath(path, params as Record<string, unknown>) + (search && `?${search}`);
}
