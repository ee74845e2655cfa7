import { describe, expect, it } from 'vitest';
import { newToken } from '../randomToken.ts';
import { labeled, shardLabelOf, withoutShardLabel } from './label.ts';

const onShard = (own: string) => ({ shards: { own, all: [], secret: 's'.repeat(32), directoryUrl: '' } });

describe('a token', () => {
  it('has no label where all readers are on one server', () => {
    expect(newToken({ shards: null })).toMatch(/^[\w-]{43}$/);
  });

  it('begins with the name of its shard, which addresses and cookies take as it is', () => {
    const token = newToken(onShard('b2'));
    expect(token).toMatch(/^b2~[\w-]{43}$/);
    expect(encodeURIComponent(token)).toBe(token);
    expect(new URLSearchParams(`token=${token}`).get('token')).toBe(token);
    expect(shardLabelOf(token)).toBe('b2');
    expect(labeled(onShard('b2'), withoutShardLabel(token))).toBe(token);
  });

  it.each([
    ['one~abc', 'one'],
    ['litwatch_one~abc', 'one'],
    ['a234567890123456~x', 'a234567890123456'],
    ['abc', null],
    ['litwatch_abc', null],
    ['', null],
    ['~abc', null],
    ['a2345678901234567~x', null],
    ['One~abc', null],
    ['1ne~abc', null],
    ['o ne~abc', null],
    ['o/ne~abc', null],
    ['\none~abc', null],
  ])('%j says %j', (token, label) => {
    expect(shardLabelOf(token)).toBe(label);
  });
});
