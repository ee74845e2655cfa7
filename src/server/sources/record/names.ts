import type { PersonName } from '#shared/papers/bibliography.ts';

/** A name as it is read: `Maria van der Berg Jr.`, a group as it is called. */
export const nameInOrder = (name: PersonName): string =>
  name.literal ?? [name.given, name.particle, name.family, name.suffix].filter(Boolean).join(' ');

/** The fields that say something. */
export const filled = <T extends Record<string, string | undefined>>(
  fields: T,
): Partial<Record<keyof T, string>> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value)) as Partial<Record<keyof T, string>>;
