import { clockIn, placeOf, zoneGroups } from './zones.ts';

test('zones are grouped by region, UTC first; an unknown current zone is kept', () => {
  const known = ['Europe/Berlin', 'America/Argentina/Ushuaia', 'Europe/Athens'];
  const groups = zoneGroups('Mars/Olympus_Mons', known);
  expect(groups.map(({ label, options }) => [label, options.map((option) => option.label)])).toEqual([
    ['General', ['UTC']],
    ['America', ['Argentina, Ushuaia']],
    ['Europe', ['Athens', 'Berlin']],
    ['Mars', ['Olympus Mons']],
  ]);
});

test('a zone shows its place and local time', () => {
  expect(placeOf('America/New_York')).toBe('New York');
  expect(placeOf('UTC')).toBe('UTC');
  expect(clockIn('Asia/Tokyo', new Date('2026-05-01T00:00:00Z'))).toMatch(/9:00/);
  expect(clockIn('Mars/Olympus_Mons', new Date(0))).toBeNull();
});
