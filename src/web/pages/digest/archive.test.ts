import { describe, expect, test } from 'vitest';
import { type Digest, digest } from '#shared/digests/digest.ts';
import { byMonth, matching } from './archive.ts';

const made = (searchTerm: string, sentAt: string, authors: string[] = []): Digest =>
  digest.parse({
    id: '00000000-0000-4000-8000-000000000001',
    digestType: 'weekly',
    subject: `${searchTerm}: 1 new paper`,
    searchTerm,
    aiSummary: null,
    writtenBy: null,
    status: 'sent',
    sentAt,
    createdAt: sentAt,
    papersData: [{ title: 'Invented wheat', source: 'arxiv', relevanceScore: 0.5, authors }],
    summary: [],
    coverage: [],
    windowDays: 7,
    searchTermId: null,
  });

const soil = made('soil', '2026-05-01T01:00:00.000Z', ['Ana Pérez']);
const sand = made('sand', '2026-04-20T01:00:00.000Z');

describe('matching', () => {
  test.each([
    ['', [soil, sand]],
    ['SOIL', [soil]],
    ['perez wheat', [soil]],
    ['wheat', [soil, sand]],
    ['wheat granite', []],
  ])('finds %j', (query, expected) => expect(matching([soil, sand], query)).toEqual(expected));
});

test('parts months where the reader is', () => {
  expect(byMonth([soil, sand], 'UTC').map(({ name }) => name)).toEqual(['May 2026', 'April 2026']);
  expect(byMonth([soil, sand], 'America/New_York').map(({ name }) => name)).toEqual(['April 2026']);
});
