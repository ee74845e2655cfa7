import { DateTime } from 'luxon';
import type { SourceDescriptor } from '../client/descriptor.ts';
import { pubmedSource } from './adapter.ts';

/** https://support.nlm.nih.gov/kbArticle/?pn=KA-05318: three requests a second, ten with a key. */
const withoutKey = { requests: 3, perMs: 1_000, concurrency: 3, backOffMs: 2_000 };
const withKey = { requests: 10, perMs: 1_000, concurrency: 5, backOffMs: 2_000 };

/**
 * NCBI asks clients to run series of more than 100 requests at weekends or between 9 PM and 5 AM Eastern time:
 * https://www.ncbi.nlm.nih.gov/books/NBK25497/
 */
export function isQuiet(now: Date): boolean {
  const { weekday, hour } = DateTime.fromJSDate(now, { zone: 'America/New_York' });
  return weekday > 5 || hour >= 21 || hour < 5;
}

export const pubmed: SourceDescriptor = {
  name: 'pubmed',
  organization: {
    policy: ({ ncbiApiKey }) => (ncbiApiKey ? withKey : withoutKey),
    probeUrl: ({ urls }) => `${urls.PUBMED_URL}/einfo.fcgi`,
  },
  idKind: 'pmid',
  overlapDays: 7,
  quietHours: { areNow: isQuiet, requestsOutside: 100, daysOutside: 2 },
  // Ranks after the preprint servers, because PubMed only has copies of their records.
  displayRank: 3,
  pdfOf: ({ pmcid }) => (pmcid ? `https://pmc.ncbi.nlm.nih.gov/articles/${pmcid}/pdf/` : null),
  open: ({ config, ask, log }) =>
    pubmedSource({
      url: config.urls.PUBMED_URL,
      apiKey: config.ncbiApiKey,
      email: config.contactEmail,
      ask,
      log,
    }),
};
