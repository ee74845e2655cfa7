import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retryAfter.ts';

describe('retryAfterMs', () => {
  const of = (headers: Record<string, string>) => retryAfterMs(new Headers(headers));

  it('reads seconds, and a date by the clock of the server', () => {
    expect(of({ 'retry-after': '120' })).toBe(120_000);
    const date = 'Fri, 20 Nov 2026 12:00:00 GMT';
    expect(of({ date, 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' })).toBe(90_000);
    expect(of({ date, 'retry-after': 'Fri, 20 Nov 2026 11:00:00 GMT' })).toBe(0);
  });

  it('takes nothing from what it cannot read', () => {
    expect(of({})).toBeNull();
    expect(of({ 'retry-after': 'soon' })).toBeNull();
    expect(of({ 'retry-after': '-5' })).toBeNull();
    expect(of({ 'retry-after': 'Fri, 20 Nov 2026 12:01:30 GMT' })).toBeNull();
  });
});
