import type { Preferences } from '#shared/accounts/me.ts';
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

test('a change that would turn off the last source is recognized', () => {
  expect(turnsLastSourceOff(preferences, { includePubmed: false })).toBe(true);
  expect(turnsLastSourceOff({ ...preferences, includeArxiv: true }, { includePubmed: false })).toBe(false);
  expect(turnsLastSourceOff(preferences, { includeArxiv: true })).toBe(false);
  expect(turnsLastSourceOff(preferences, { weeklyDigest: false })).toBe(false);
});

test('the values that a change replaces are kept for undoing it', () =>
  expect(valuesBefore(preferences, { deliveryDay: 'friday', includeArxiv: true })).toEqual({
    deliveryDay: 'sunday',
    includeArxiv: false,
  }));
