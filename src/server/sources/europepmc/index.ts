import type { SourceDescriptor } from '../client/descriptor.ts';
import { europepmcSource } from './adapter.ts';

/**
 * Preprints of about thirty servers. The service publishes no rate limit and is said to handle ten requests per second. We
 * need far fewer: pages of 250 records, one after the other.
 */
export const europepmc: SourceDescriptor = {
  name: 'europepmc',
  organization: {
    policy: () => ({ requests: 2, perMs: 1_000, concurrency: 1, backOffMs: 2_000 }),
    probeUrl: ({ urls }) => urls.EUROPEPMC_URL,
  },
  idKind: 'doi',
  overlapDays: 7,
  displayRank: 4,
  open: ({ config, ask, log }) =>
    europepmcSource({ url: config.urls.EUROPEPMC_URL, email: config.contactEmail, ask, log }),
};
