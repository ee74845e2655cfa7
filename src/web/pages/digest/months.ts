import type { DigestHead } from '#shared/digests/digest.ts';

interface Month {
  /** `May 2026` */
  name: string;
  digests: DigestHead[];
}

/** Groups digests, newest first, by month in the reader's time zone. */
export function byMonth(digests: readonly DigestHead[], zone: string | undefined): Month[] {
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
