import fc from 'fast-check';
import { z } from 'zod';
import { endpoint } from '#shared/contract/endpoint.ts';
import { AppError, statusOf } from '#shared/contract/errors.ts';
import { forAll } from '#test/forAll.ts';
import { CallError, call, errorFrom, sentenceOf } from './api.ts';

afterEach(() => void vi.unstubAllGlobals());

test('an error response becomes an AppError with the same code, message and details', () => {
  const body = { message: 'No more.', code: 'payment_required', requiresPayment: true, currentCount: 1 };
  const error = errorFrom(402, JSON.stringify(body));
  expect(error).toBeInstanceOf(AppError);
  const details = { requiresPayment: true, currentCount: 1 };
  expect(error).toMatchObject({ status: 402, code: 'payment_required', message: 'No more.', details });
});

test.each(Object.entries(statusOf))('%s is read from its HTTP status', (code, status) =>
  expect(errorFrom(status, '{}').code).toBe(code),
);

test.each([
  [418, 'invalid'],
  [500, 'unavailable'],
  [502, 'unavailable'],
] as const)('a status outside the list, %i, keeps its number', (status, code) =>
  expect(errorFrom(status, '')).toMatchObject({ status, code }),
);

test('a plain-text body becomes the message, an HTML error page does not', () => {
  expect(errorFrom(503, 'Back at noon.').message).toBe('Back at noon.');
  expect(errorFrom(502, '<html><h1>Bad Gateway</h1></html>').message).toMatch(
    /^Something went wrong on our side/,
  );
  expect(errorFrom(403, '').message).toBe('The request was refused (403).');
});

test('a page shows its own message when the response has none', () => {
  const own = 'Failed to create account';
  expect(sentenceOf(errorFrom(502, '<h1>Bad Gateway</h1>'), own)).toBe(own);
  expect(sentenceOf(errorFrom(500, '{}'), own)).toBe(own);
  expect(sentenceOf(errorFrom(400, '{"message":"Too short."}'), own)).toBe('Too short.');
  expect(sentenceOf(new CallError(0, 'No connection.'), own)).toBe('No connection.');
});

test('the time to wait comes from Retry-After when the body does not name it', () => {
  expect(errorFrom(429, '{"message":"Slower."}', '30').details.retryAfter).toBe(30);
  expect(errorFrom(429, '{"message":"Slower.","retryAfter":5}', '30').details.retryAfter).toBe(5);
});

test('any response body becomes an error with a readable sentence', () =>
  forAll(fc.integer({ min: 400, max: 599 }), fc.oneof(fc.string(), fc.json()), (status, text) => {
    const error = errorFrom(status, text);
    expect(error.message.length).toBeGreaterThan(0);
    expect(error.status).toBe(status);
  }));

const greet = endpoint('POST /api/people/:name/greet', 'anyone', {
  summary: 'Greets.',
  params: z.object({ name: z.string() }),
  query: z.object({ loud: z.boolean().optional() }),
  body: z.object({ words: z.string() }),
  response: z.object({ answer: z.string() }),
});

test('a call sends path, query and body as its contract says, and parses the response by it', async () => {
  const asked = answering(Response.json({ answer: 'Hello', secret: 'not in the contract' }));
  const input = { params: { name: 'a/b' }, query: { loud: true }, body: { words: 'hi' } };
  expect(await call(greet, input)).toEqual({ answer: 'Hello' });
  expect(asked).toHaveBeenCalledWith(
    '/api/people/a%2Fb/greet?loud=true',
    expect.objectContaining({ method: 'POST', credentials: 'same-origin', body: '{"words":"hi"}' }),
  );
});

test('a response that breaks the contract, and no response at all, become readable errors', async () => {
  const input = { params: { name: 'x' }, body: { words: '' } };
  answering(Response.json({ other: 1 }));
  await expect(call(greet, input)).rejects.toThrow('The answer could not be read.');
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
  const message = 'Litwatch could not be reached. Please check your connection and try again.';
  await expect(call(greet, input)).rejects.toMatchObject({ status: 0, message });
  await expect(call(greet, input)).rejects.toBeInstanceOf(CallError);
});

function answering(response: Response) {
  const fetch = vi.fn(async () => response);
  vi.stubGlobal('fetch', fetch);
  return fetch;
}
