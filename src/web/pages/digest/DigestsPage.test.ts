import type { DigestHead } from '#shared/digests/digest.ts';
import { byMonth } from './DigestsPage.tsx';

const sent = (sentAt: string) => ({ sentAt, createdAt: sentAt }) as DigestHead;

test('byMonth groups digests by month in the reader’s time zone', () => {
  const digests = ['2026-05-31T23:30:00Z', '2026-05-10T07:00:00Z', '2026-04-30T22:00:00Z'].map(sent);
  const names = (zone: string) => byMonth(digests, zone).map(({ name, digests }) => [name, digests.length]);
  expect(names('UTC')).toEqual([
    ['May 2026', 2],
    ['April 2026', 1],
  ]);
  expect(names('Europe/Berlin')).toEqual([
    ['June 2026', 1],
    ['May 2026', 2],
  ]);
});
