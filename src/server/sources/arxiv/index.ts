import type { SourceDescriptor } from '../client/descriptor.ts';
import { arxivSource } from './adapter.ts';

/**
 * https://info.arxiv.org/help/api/tou.html: one request every three seconds over one connection, for the query API
 * and OAI-PMH together. It may send 429 without Retry-After even below that, so wait long before a retry.
 */
const policy = { requests: 1, perMs: 3_000, concurrency: 1, backOffMs: 10_000 };

export const arxiv: SourceDescriptor = {
  name: 'arxiv',
  organization: {
    policy: () => policy,
    probeUrl: ({ urls }) => `${urls.ARXIV_OAI_URL}?verb=Identify`,
  },
  idKind: 'arxiv',
  overlapDays: 7,
  // Ranks after the servers for a single field.
  displayRank: 2,
  // https://info.arxiv.org/help/arxiv_identifier_for_services.html
  pdfOf: ({ sourceId }) => `https://arxiv.org/pdf/${sourceId}`,
  open: ({ config, ask, log, now }) =>
    arxivSource({ apiUrl: config.urls.ARXIV_API_URL, oaiUrl: config.urls.ARXIV_OAI_URL, ask, now, log }),
};
