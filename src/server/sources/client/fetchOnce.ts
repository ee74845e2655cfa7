import type { SourceName } from '#shared/papers/paper.ts';
import { AskedToWait, failure, firstWords } from '../record/failures.ts';
import type { SourceFailure } from '../record/source.ts';
import { retryAfterMs } from './retryAfter.ts';

export interface Limits {
  /** Milliseconds until the answer begins; connecting is part of it. */
  beginMs: number;
  /** Milliseconds until the answer is whole. */
  wholeMs: number;
  /** Bytes of an answer, after decompression. */
  bytes: number;
}

export interface Request {
  source: SourceName;
  url: URL;
  /** Sent as the body of a POST: an address may not be longer than some servers like (NCBI answers 414). */
  form?: URLSearchParams;
  /** Statuses beside 200 whose body says what is wrong and is read like any other. */
  alsoRead?: readonly number[];
  signal?: AbortSignal;
}

/**
 * Asks once and reads the answer within the limits, counting bytes as they come.
 * Safe to repeat: every request of this folder only reads.
 * @throws SourceFailure; AskedToWait when the source says when to come back; the signal's reason when it aborts.
 */
export async function ask(request: Request, userAgent: string, limits: Limits): Promise<string> {
  const { source, alsoRead = [], signal } = request;
  const late = new AbortController();
  const begin = setTimeout(() => late.abort(), limits.beginMs);
  const whole = setTimeout(() => late.abort(), limits.wholeMs);
  let begun = false;
  try {
    const response = await fetch(request.url, {
      method: request.form ? 'POST' : 'GET',
      body: request.form ?? null,
      headers: { 'user-agent': userAgent, accept: 'application/json, application/xml, text/xml, */*;q=0.1' },
      signal: signal ? AbortSignal.any([signal, late.signal]) : late.signal,
    });
    clearTimeout(begin);
    begun = true;
    if (response.status !== 200 && !alsoRead.includes(response.status)) throw await refusal(source, response);
    const body = await read(source, response, limits.bytes);
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
      throw failure(source, 'timeout', begun ? 'the answer did not end' : 'no answer began', {
        cause: error,
      });
    throw inTransit(source, error, begun);
  } finally {
    clearTimeout(begin);
    clearTimeout(whole);
  }
}

async function read(source: SourceName, response: Response, most: number): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.byteLength;
    if (bytes > most) throw failure(source, 'too-large', `more than ${most} bytes`);
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
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

/** The first words of an error page; the rest is not fetched. Best effort: the status has already said it all. */
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

/** By the body, for some servers call JSON text/html: no reply we read begins as a web page does. */
const isWebPage = (body: string): boolean =>
  /^\ufeff?\s*(?:<!doctype\s+html|<html|<head|<body)\b/i.test(body.slice(0, 500));

/** Errors of the connection: before the answer began nobody was reached, after it the answer is not whole. */
function inTransit(source: SourceName, error: unknown, begun: boolean): unknown {
  if (!(error instanceof TypeError)) return error;
  const cause = error.cause as (Error & { code?: string }) | undefined;
  const detail = [error.message, cause?.code, cause?.message].filter(Boolean).join(', ');
  return failure(source, begun ? 'short' : 'unreachable', detail, { cause: error });
}
