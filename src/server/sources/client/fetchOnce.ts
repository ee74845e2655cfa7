import { boundedFetch, TooLarge } from '#platform/http/boundedFetch.ts';
import { retryAfterMs } from '#platform/http/retryAfter.ts';
import type { SourceName } from '#shared/papers/sources.ts';
import { AskedToWait, failure, firstWords, type SourceFailure } from '../record/source.ts';

export interface Limits {
  /** Milliseconds until the reply starts, including the connection. */
  beginMs: number;
  /** Milliseconds until the reply is complete. */
  wholeMs: number;
  /** Bytes of a reply, after decompression. */
  bytes: number;
}

export interface Request {
  source: SourceName;
  url: URL;
  /** Sent as the body of a POST: NCBI answers 414 to long addresses. */
  form?: URLSearchParams;
  /** Other statuses than 200 whose body explains the error and is parsed too. */
  alsoRead?: readonly number[];
  signal?: AbortSignal;
}

/**
 * Makes one request and reads the reply within the limits, counting bytes as they come.
 * Safe to repeat: every request of this room only reads.
 * @throws SourceFailure; AskedToWait if the source says when to retry; the signal's reason if it aborts.
 */
export async function fetchOnce(request: Request, userAgent: string, limits: Limits): Promise<string> {
  const { source, alsoRead = [], signal } = request;
  const late = new AbortController();
  const beginTimer = setTimeout(() => late.abort(), limits.beginMs);
  const wholeTimer = setTimeout(() => late.abort(), limits.wholeMs);
  let started = false;
  try {
    const response = await follow(request, boundedFetch(limits.bytes), {
      headers: { 'user-agent': userAgent, accept: 'application/json, application/xml, text/xml, */*;q=0.1' },
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    clearTimeout(beginTimer);
    started = true;
    if (response.status !== 200 && !alsoRead.includes(response.status)) throw await refusal(source, response);
    const body = await response.text();
    const about = `status ${response.status}, ${response.headers.get('content-type') ?? 'no content type'}`;
    if (body.trim() === '') throw failure(source, 'empty-reply', about);
    if (isWebPage(body))
      throw failure(source, 'malformed', `${about}: ${firstWords(body)}`, {
        sentence: (label) => `${label} answered with a web page instead of records.`,
      });
    return body;
  } catch (error) {
    signal?.throwIfAborted();
    if (late.signal.aborted)
      throw failure(source, 'timeout', started ? 'the answer did not end' : 'no answer began', {
        cause: error,
      });
    if (error instanceof TooLarge) throw failure(source, 'too-large', error.message);
    throw inTransit(source, error, started);
  } finally {
    clearTimeout(beginTimer);
    clearTimeout(wholeTimer);
  }
}

/** Maximum redirects per request. */
const mostRedirects = 5;

/**
 * Requests an address and follows redirects only on its own host. Never forwards a form, which may contain our key: a 307
 * from a misconfigured or compromised server would hand the key to another.
 * @throws SourceFailure for any other redirect.
 */
async function follow({ source, url, form }: Request, ask: typeof fetch, init: RequestInit) {
  let at = url;
  for (let redirects = 0; ; redirects++) {
    const method = form ? 'POST' : 'GET';
    const response = await ask(at, { ...init, method, body: form ?? null, redirect: 'manual' });
    const location = response.headers.get('location');
    if (response.status < 300 || response.status > 399 || location === null) return response;
    await response.body?.cancel();
    const to = URL.canParse(location, at) ? new URL(location, at) : null;
    const isOurs = to?.host === url.host && (to.protocol === url.protocol || to.protocol === 'https:');
    if (!isOurs || form || redirects === mostRedirects)
      throw failure(source, 'refused', `status ${response.status}, to ${to?.host ?? 'no address'}`, {
        sentence: (label) => `${label} sent us to another address.`,
      });
    at = to;
  }
}

async function refusal(source: SourceName, response: Response): Promise<SourceFailure> {
  const { status, headers } = response;
  const waitMs = retryAfterMs(headers);
  const wait = waitMs === null ? 'no Retry-After' : `Retry-After ${Math.ceil(waitMs / 1000)} s`;
  const words = await opening(response);
  if (status === 429)
    return new AskedToWait(failure(source, 'rate-limited', `status 429, ${wait}: ${words}`), waitMs);
  if (status >= 500)
    return new AskedToWait(failure(source, 'unavailable', `status ${status}, ${wait}: ${words}`), waitMs);
  if (status === 414)
    return failure(source, 'refused', `status 414: ${words}`, {
      sentence: (label) => `${label} found our request too long.`,
    });
  return failure(source, status === 408 ? 'timeout' : 'refused', `status ${status}: ${words}`);
}

/** The first words of an error page, without fetching the rest. Best effort, because the status is what matters. */
async function opening(response: Response): Promise<string> {
  if (!response.body) return '';
  let text = '';
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body) {
      text += decoder.decode(chunk, { stream: true });
      if (text.length > 400) break;
    }
  } catch (error) {
    return `${firstWords(text)} (then ${(error as Error).message})`;
  }
  return firstWords(text);
}

/** Decides by the body, because some servers label JSON as text/html. No valid reply starts like a web page. */
const isWebPage = (body: string): boolean =>
  /^\ufeff?\s*(?:<!doctype\s+html|<html|<head|<body)\b/i.test(body.slice(0, 500));

/** Connection errors: before the reply started, the server was unreachable; afterwards, the reply is truncated. */
function inTransit(source: SourceName, error: unknown, started: boolean): unknown {
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause as (Error & { code?: string }) | undefined;
  const detail = [error.message, cause?.code, cause?.message].filter(Boolean).join(', ');
  return failure(source, started ? 'short' : 'unreachable', detail, { cause: error });
}

/**
 * The status of a HEAD request within `ms` milliseconds; null without a reply. For a message at the server's start or
 * check; says nothing about the next request.
 */
export async function statusOf(address: string, userAgent: string, ms: number): Promise<number | null> {
  try {
    const { status } = await boundedFetch(0)(address, {
      method: 'HEAD',
      redirect: 'manual',
      headers: { 'user-agent': userAgent },
      signal: AbortSignal.timeout(ms),
    });
    return status;
  } catch (error) {
    if (error instanceof TypeError || (error instanceof DOMException && error.name === 'TimeoutError'))
      return null;
    throw error;
  }
}
