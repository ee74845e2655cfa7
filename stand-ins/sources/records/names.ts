export interface PersonName {
  last: string;
  /** Given names or initials; empty for a collective. */
  given: string;
  collective: boolean;
}

const collectiveWords =
  /\b(?:group|consortium|collaboration|team|committee|network|investigators|initiative|project|study|trialists|society|association|council|center|centre|et al\.?)\b/i;

/** Corpora write names four ways: `Wright, K. M.`, `Cheng L`, `P Nazzaro`, `Leo Hanke`. */
export function nameOf(written: string): PersonName {
  const [last, given] = written.split(/,\s*/, 2) as [string, string | undefined];
  if (given) return { last, given, collective: false };
  const words = written.split(/\s+/);
  if (words.length === 1 || collectiveWords.test(written))
    return { last: written, given: '', collective: true };
  const end = words.at(-1)!;
  // `Cheng L`, `van Dam AB`: capitals at the end are initials, as PubMed writes them.
  if (/^[\p{Lu}]{1,3}$/u.test(end) && !/^[\p{Lu}]\.?$/u.test(words[0]!))
    return { last: words.slice(0, -1).join(' '), given: [...end].join(' '), collective: false };
  return { last: end, given: words.slice(0, -1).join(' '), collective: false };
}

/** `KM` of `Kevin M.` or `K. M.` */
export const initialsOf = ({ given }: PersonName): string =>
  (given.match(/\p{L}[\p{L}’'.]*/gu) ?? []).map((part) => part[0]!.toUpperCase()).join('');

/** `Kevin M. Wright`, as arXiv writes it. */
export const plainName = (name: PersonName): string => [name.given, name.last].filter(Boolean).join(' ');

/** `Wright, K. M.`, as bioRxiv writes it. */
export function commaName(name: PersonName): string {
  const initials = initialsOf(name);
  return initials ? `${name.last}, ${[...initials].map((letter) => `${letter}.`).join(' ')}` : name.last;
}
