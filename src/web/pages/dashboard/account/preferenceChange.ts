import type { Preferences } from '#shared/accounts/preferences.ts';

/** With no source left there would be nothing to search: the last one stays on. */
export function turnsLastSourceOff(preferences: Preferences, next: Partial<Preferences>): boolean {
  const after = { ...preferences, ...next };
  return !after.includePubmed && !after.includeArxiv && !after.includeBiorxiv;
}

/** The values that a change replaces, to put back what the server refused. */
export const valuesBefore = (preferences: Preferences, next: Partial<Preferences>): Partial<Preferences> =>
  Object.fromEntries(Object.keys(next).map((key) => [key, preferences[key as keyof Preferences]]));
