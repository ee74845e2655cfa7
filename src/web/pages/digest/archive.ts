import type { Digest } from '#shared/digests/digest.ts';

/** Digests that contain every word of the query in the topic, the summary, or a paper's title, authors, or journal. */
export function matching(digests: readonly Digest[], query: string): Digest[] {
  const words = fold(query).split(/\s+/).filter(Boolean);
  if (!words.length) return [...digests];
  return digests.filter((digest) => {
    const text = textOf(digest);
    return words.every((word) => text.includes(word));
  });
}

/** Ignores case and accents: `perez` finds `Pérez`. */
const fold = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const texts = new WeakMap<Digest, string>();

/** Cached, because every digest is searched at every key press. */
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

/** Groups digests, newest first, by month in the reader's time zone. */
export function byMonth(digests: readonly Digest[], zone: string | undefined): Month[] {
  const format = new Intl.DateTimeFormat('en-US', { month: 'long', year: 'numeric', timeZone: zone });
  const months: Month[] = [];
  for (const digest of digests) {
    const name = format.format(Date.parse(digest.sentAt ?? digest.createdAt));
    const last = months.at(-1);
    if (last?.name === name) last.digests.push(digest);
    else months.push({ name, digests: [digest] });
  }
  return months;
}
