import type { Digest } from '#shared/digests/digest.ts';

/** Digests in which every word of the query stands: in the topic, the summary, or a paper's title, author or journal. */
export function matching(digests: readonly Digest[], query: string): Digest[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [...digests];
  return digests.filter((digest) => {
    const text = textOf(digest);
    return words.every((word) => text.includes(word));
  });
}

/** Case and accents do not matter: `perez` finds `Pérez`. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const texts = new WeakMap<Digest, string>();

/** Kept, since a digest is read anew with every letter typed. */
function textOf(digest: Digest): string {
  const known = texts.get(digest);
  if (known !== undefined) return known;
  const { searchTerm, subject, aiSummary, papersData } = digest;
  const papers = papersData.flatMap(({ title, authors, journal, doi }) => [title, ...authors, journal, doi]);
  const text = fold([searchTerm, subject, aiSummary, ...papers].join('\n'));
  texts.set(digest, text);
  return text;
}

export interface Month {
  /** `May 2026` */
  name: string;
  digests: Digest[];
}

/** Newest first, as they come, a heading for each month in the reader's zone. */
export function byMonth(digests: readonly Digest[], zone: string | undefined): Month[] {
  const format = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: zone });
  const months: Month[] = [];
  for (const digest of digests) {
    const name = format.format(Date.parse(digest.sentAt ?? digest.createdAt));
    const last = months.at(-1);
    if (last?.name === name) last.digests.push(digest);
    else months.push({ name, digests: [digest] });
  }
  return months;
}
