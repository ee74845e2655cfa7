import type { SourceDescriptor } from '../client/descriptor.ts';
import { biorxivSource } from './adapter.ts';

/** Both share one API. It publishes no rate limit; we know that it handles one request per second for the two. */
const organization: SourceDescriptor['organization'] = {
  policy: () => ({ requests: 1, perMs: 1_000, concurrency: 1, backOffMs: 2_000 }),
  probeUrl: ({ urls }) => urls.BIORXIV_API_URL,
};

const common = {
  organization,
  idKind: 'doi',
  overlapDays: 7,
  pdfOf: ({ url }: { url: string }) =>
    /^https:\/\/www\.(?:bio|med)rxiv\.org\/content\/\S+v\d+$/.test(url) ? `${url}.full.pdf` : null,
} as const;

export const biorxiv: SourceDescriptor = {
  ...common,
  name: 'biorxiv',
  displayRank: 0,
  open: ({ config, ask }) => biorxivSource('biorxiv', { url: config.urls.BIORXIV_API_URL, ask }),
};

export const medrxiv: SourceDescriptor = {
  ...common,
  name: 'medrxiv',
  displayRank: 1,
  open: ({ config, ask }) => biorxivSource('medrxiv', { url: config.urls.BIORXIV_API_URL, ask }),
};
