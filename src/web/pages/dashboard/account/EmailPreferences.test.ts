import { expect, test } from 'vitest';
import type { Preferences } from '#shared/accounts/preferences.ts';
import { turnsLastSourceOff, valuesBefore } from './EmailPreferences.tsx';

const preferences: Preferences = {
  includePubmed: true,
  includeArxiv: false,
  includeBiorxiv: false,
  weeklyDigest: true,
  dailyHighlights: false,
  deliveryDay: 'sunday',
  timeZone: 'UTC',
};

test('knows the last source', () => {
  expect(turnsLastSourceOff(preferences, { includePubmed: false })).toBe(true);
  expect(turnsLastSourceOff({ ...preferences, includeArxiv: true }, { includePubmed: false })).toBe(false);
  expect(turnsLastSourceOff(preferences, { includeArxiv: true })).toBe(false);
  expect(turnsLastSourceOff(preferences, { weeklyDigest: false })).toBe(false);
});

test('remembers what a change replaces', () => {
  expect(valuesBefore(preferences, { deliveryDay: 'friday', includeArxiv: true })).toEqual({
    deliveryDay: 'sunday',
    includeArxiv: false,
  });
});
