import type { SourceDescriptor } from '../client/descriptor.ts';
import { pubmedSource } from './adapter.ts';

/** https://support.nlm.nih.gov/kbArticle/?pn=KA-05318: three requests a second, ten with a key. */
const withoutKey = { requests: 3, perMs: 1_000, concurrency: 3, backOffMs: 2_000 };
const withKey = { requests: 10, perMs: 1_000, concurrency: 5, backOffMs: 2_000 };

export const pubmed: SourceDescriptor = {
  name: 'pubmed',
  organization: {
    policy: ({ ncbiApiKey }) => (ncbiApiKey ? withKey : withoutKey),
    probeUrl: ({ urls }) => `${urls.PUBMED_URL}/einfo.fcgi`,
  },
  idKind: 'pmid',
  overlapDays: 7,
  // Behind the servers themselves: among preprints, PubMed has a copy of their record.
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
