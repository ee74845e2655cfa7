import { describe, expect, it } from 'vitest';
import { readForwarded, signForwarded } from './signature.ts';

const settings = { secret: 'a secret of the shards, thirty-two', own: 'two' };
const call = { method: 'POST', path: '/api/auth/login?a=b', network: '2001:db8:1:2::/64' };
const at = new Date('2026-03-02T09:00:00Z');
const header = signForwarded(settings.secret, 'two', call, at);
const seconds = (count: number) => new Date(at.getTime() + count * 1000);
const [target, moment, network, signature] = header.split(' ') as [string, string, string, string];

describe('a forwarded call', () => {
  it.each([0, 119, -119])('says whose it is %i seconds later', (count) => {
    expect(readForwarded(settings, header, call, seconds(count))).toBe('2001:db8:1:2::/64');
  });

  it.each([
    ['two minutes too late', header, call, seconds(121)],
    ['from the future', header, call, seconds(-121)],
    ['by another method', header, { ...call, method: 'GET' }, at],
    ['to another path', header, { ...call, path: '/api/auth/login' }, at],
    ['with another network', [target, moment, '203.0.113.9', signature].join(' '), call, at],
    ['with another moment', [target, String(+moment + 1), network, signature].join(' '), call, at],
    ['with another target', ['one', moment, network, signature].join(' '), call, at],
    ['for another shard', signForwarded(settings.secret, 'one', call, at), call, at],
    ['by another secret', signForwarded(`x${settings.secret}`, 'two', call, at), call, at],
    ['with more behind it', `${header} more`, call, at],
    ['cut short', header.slice(0, -1), call, at],
    ['without a signature', [target, moment, network].join(' '), call, at],
    ['with a signature of other letters', [target, moment, network, 'é'.repeat(43)].join(' '), call, at],
    ['that is no number', signForwarded(settings.secret, 'two', call, new Date(Number.NaN)), call, at],
    ['that is empty', '', call, at],
  ])('is not one %s', (_, given, of, now) => {
    expect(readForwarded(settings, given, of, now)).toBeNull();
  });
});
