import type { Digest } from '#shared/digests/digest.ts';
import type { SearchTerm } from '#shared/topics/searchTerm.ts';
import { digestsPoll, learnsFrom, settledBetween, topicsPoll, withTopic } from './topics.ts';

const term = (fields: Partial<SearchTerm> = {}): SearchTerm => ({
  id: '00000000-0000-4000-8000-000000000001',
  term: 'soil',
  isActive: true,
  isFree: true,
  status: 'completed',
  statusDetail: null,
  lastProcessedAt: null,
  nextScheduledRun: null,
  createdAt: '2026-05-01T08:00:00.000Z',
  expansion: [],
  filters: null,
  schedule: null,
  ...fields,
});

describe('termsPoll', () => {
  test('polls every two seconds while a search runs, and stops otherwise', () => {
    expect(topicsPoll(undefined, false)).toBe(false);
    expect(topicsPoll([], false)).toBe(false);
    expect(topicsPoll([term(), term({ status: 'failed' })], false)).toBe(false);
    expect(topicsPoll([term(), term({ status: 'pending' })], false)).toBe(2000);
    expect(topicsPoll([term({ status: 'processing' })], false)).toBe(2000);
  });

  test('ignores paused topics, and polls a server that does not answer less often', () => {
    expect(topicsPoll([term({ status: 'pending', isActive: false })], false)).toBe(false);
    expect(topicsPoll([term({ status: 'pending' })], true)).toBe(10_000);
  });
});

describe('digestsPoll', () => {
  const now = Date.parse('2026-05-01T08:00:00.000Z');
  const digest = (status: Digest['status'], secondsOld: number): Digest => ({
    id: '00000000-0000-4000-8000-000000000002',
    digestType: 'weekly',
    subject: '',
    searchTerm: null,
    aiSummary: null,
    writtenBy: null,
    status,
    sentAt: null,
    createdAt: new Date(now - secondsOld * 1000).toISOString(),
    papersData: [],
    summary: [],
    coverage: [],
    windowDays: null,
    searchTermId: null,
  });

  test.each([
    ['sent', 1, false],
    ['refused', 1, false],
    ['kept', 1, false],
    ['pending', 1, 2000],
    ['sending', 60, 12_000],
    ['pending', 86_400, 60_000],
  ] as const)('a mail that is %s after %i s is asked about after %s ms', (status, seconds, expected) =>
    expect(digestsPoll([digest(status, seconds)], now)).toBe(expected),
  );
});

test('finds the searches that ended between two reads', () => {
  const other = term({ id: '00000000-0000-4000-8000-000000000003', status: 'processing' });
  const before = [term({ status: 'processing' }), other];
  const after = [term({ status: 'failed' }), other];
  expect(settledBetween(before, after).map(({ id }) => id)).toEqual([term().id]);
  expect(settledBetween(undefined, after)).toEqual([]);
  expect(settledBetween(after, after)).toEqual([]);
});

test('inserts a topic by the day it was added', () => {
  const later = term({ id: '00000000-0000-4000-8000-000000000004', createdAt: '2026-05-02T08:00:00.000Z' });
  expect(withTopic([later], term())).toEqual([term(), later]);
  expect(withTopic([term(), later], term({ term: 'sand' }))).toEqual([term({ term: 'sand' }), later]);
});

test.each([
  [undefined, null],
  [{ more: 0, less: 0 }, null],
  [{ more: 1, less: 0 }, 'Learned from 1 paper you liked'],
  [{ more: 3, less: 1 }, 'Learned from 3 papers you liked, 1 you did not'],
  [{ more: 0, less: 2 }, 'Learned from 2 papers you did not like'],
])('says of %j what a topic learns from', (feedback, sentence) =>
  expect(learnsFrom(feedback)).toBe(sentence),
);
