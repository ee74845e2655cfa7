import { z } from 'zod';

/** What every part of the product, pages and mails included, knows of a source. */
export interface SourceInfo {
  /** As people write it. */
  label: string;
  /**
   * Sources that one preference turns on and off together. Null for one that only some servers offer (`MORE_SOURCES`),
   * and that a topic has to ask for.
   */
  group: SourceGroup | null;
  /** `preprint`: everything it lists is a preprint. `index`: it lists articles and marks the preprints among them. */
  kind: 'preprint' | 'index';
  /** An archive whose own identifiers bibliographies print, and which registers a DOI of them for each preprint. */
  eprints?: { archive: string; doiPrefix: string; address: RegExp };
}

/** A line a source, in the order in which readers see them. The adapter is `server/sources/<name>/`. */
export const sources = {
  pubmed: { label: 'PubMed', group: 'pubmed', kind: 'index' },
  arxiv: {
    label: 'arXiv',
    group: 'arxiv',
    kind: 'preprint',
    eprints: {
      archive: 'arXiv',
      // https://info.arxiv.org/help/doi.html
      doiPrefix: '10.48550/arxiv.',
      // https://info.arxiv.org/help/arxiv_identifier.html
      address: /^https?:\/\/arxiv\.org\/abs\/(\d{4}\.\d{4,5}|[a-z-]+(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,4})?$/i,
    },
  },
  biorxiv: { label: 'bioRxiv', group: 'biorxiv', kind: 'preprint' },
  medrxiv: { label: 'medRxiv', group: 'biorxiv', kind: 'preprint' },
  europepmc: { label: 'Europe PMC', group: null, kind: 'index' },
} as const satisfies Record<string, SourceInfo>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];
export const sourceName = z.enum(Object.keys(sources) as [SourceName, ...SourceName[]]);

/** Those of every server, which the preferences turn on and off. */
export const usualSources = sourceNames.filter((name) => sources[name].group !== null);
/** Those that an operator may add, and that a topic has to ask for. */
export const moreSources = sourceNames.filter((name) => sources[name].group === null);
export const moreSourceName = z.enum(moreSources as [SourceName, ...SourceName[]]);

export const sourceLabels = Object.fromEntries(
  sourceNames.map((name) => [name, sources[name].label]),
) as Record<SourceName, string>;

/** Those that a server offers whose operator added these, in their order. */
export const offeredSources = (added: readonly SourceName[]): SourceName[] =>
  sourceNames.filter((name) => usualSources.includes(name) || added.includes(name));

/** The switches of the preferences: one for each group of sources. */
export const sourceGroups = {
  pubmed: { label: 'PubMed', preference: 'includePubmed' },
  arxiv: { label: 'arXiv', preference: 'includeArxiv' },
  biorxiv: { label: 'bioRxiv/medRxiv', preference: 'includeBiorxiv' },
} as const;
export type SourceGroup = keyof typeof sourceGroups;
type SourcePreferences = Record<(typeof sourceGroups)[SourceGroup]['preference'], boolean>;

/** The sources that these preferences turn on, in their order. */
export const enabledSources = (preferences: SourcePreferences): SourceName[] =>
  usualSources.filter((name) => {
    const { group }: SourceInfo = sources[name];
    return group !== null && preferences[sourceGroups[group].preference];
  });

/** Where each service is reached, by the environment variable that can change it. No slash at the end. */
export const sourceAddresses = {
  PUBMED_URL: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  ARXIV_API_URL: 'https://export.arxiv.org/api/query',
  ARXIV_OAI_URL: 'https://oaipmh.arxiv.org/oai',
  BIORXIV_API_URL: 'https://api.biorxiv.org',
  EUROPEPMC_URL: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
} as const;
export type SourceAddress = keyof typeof sourceAddresses;

/** What works are named by: in lower case without resolver, without version, in digits. */
export type IdentifierKind = 'doi' | 'arxiv' | 'pmid';

/** What bibliographies call the archive of PMIDs. */
export const pmidArchive = 'pubmed';

/** An identifier in its archive, and the source that lists it. */
export interface Eprint {
  source: SourceName;
  archive: string;
  /** Without version: `2608.01234`, `hep-th/9901001`. */
  id: string;
  /** The one that the archive registers for it, in small letters. */
  doi: string;
}

/** The identifier that an address names; null for an address of no archive. */
export function eprintAt(url: string): Eprint | null {
  for (const source of sourceNames) {
    const { eprints }: SourceInfo = sources[source];
    const id = eprints?.address.exec(url)?.[1];
    if (eprints && id)
      return { source, archive: eprints.archive, id: plainId(id), doi: `${eprints.doiPrefix}${plainId(id)}` };
  }
  return null;
}

/** Old identifiers by archive alone, in small letters: `math.GT/0309136` is `math/0309136`. */
const plainId = (id: string): string => id.toLowerCase().replace(/\.[a-z]{2}\//, '/');

/** Whether a record is a preprint. An index lists some of them too, and says so in the publication type. */
export const isPreprint = (record: { source: SourceName; publicationTypes?: readonly string[] }): boolean =>
  sources[record.source].kind === 'preprint' ||
  (record.publicationTypes ?? []).some((type) => /^preprint$/i.test(type));
