import type { Understood } from '#search/core/types.ts';

const wayOn = 'Try the English name of a disease, a method, or a molecule.';

/** Why nothing can be searched, and what to do; null if something can. */
export function problemOf({ allOf, anyOf, kinds, fields, not, unknown }: Understood): string | null {
  const parts = [...allOf, ...anyOf.flatMap(({ options }) => options), ...kinds];
  if (parts.some(({ known }) => known) || fields.length > 0) return null;
  const strange = [...unknown.map(({ text }) => text), ...parts.map(({ name }) => name)];
  if (strange.length > 0)
    return `No paper of the last year has ${listed(strange.slice(0, 3))}. Check the spelling. ${wayOn}`;
  if (not.length > 0) return 'This only leaves papers out. Add what the papers should be about.';
  return `There is no word here to search for. ${wayOn}`;
}

const listed = (words: string[]): string => or.format(words.map((word) => `“${word}”`));

const or = new Intl.ListFormat('en-US', { type: 'disjunction' });
