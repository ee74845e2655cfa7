import { retryAfterMs } from '#platform/http/retryAfter.ts';
import { withServer } from '#test/fixtures/sources/server.ts';
import { statusOf } from './fetchOnce.ts';

describe('retryAfterMs', () => {
  const of = (headers: Record<string, string>) => retryAfterMs(new Headers(headers));

  it('reads seconds, and a date relative to the Date header', () => {
    expect(of({ 'retry-after': '120' })).toBe(120_000);
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    expect(of({ date, 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' })).toBe(90_000);
    expect(of({ date, 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe(0);
  });

  it('returns null for a missing or unreadable header', () => {
    expect(of({})).toBeNull();
    expect(of({ 'retry-after': 'soon' })).toBeNull();
    expect(of({ 'retry-after': '-5' })).toBeNull();
    expect(of({ 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' })).toBeNull();
  });
});

test('statusOf returns the status of any reply, including errors, and null without a reply', async () => {
  let closed = '';
  await withServer(
    (_, response) => response.writeHead(503).end(),
    async (url) => {
      closed = url;
      expect(await statusOf(url, 'Litwatch', 1000)).toBe(503);
    },
  );
  expect(await statusOf(closed, 'Litwatch', 1000)).toBeNull();
  await withServer(
    () => undefined,
    async (url) => expect(await statusOf(url, 'Litwatch', 50)).toBeNull(),
  );
});
