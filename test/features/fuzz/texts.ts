import cases from './texts.json' with { type: 'json' };

/** A small text in each format of references. */
export const bibliographies: Record<string, string> = cases.bibliographies;
