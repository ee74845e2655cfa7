import { z } from 'zod';
import type * as engine from '#engine/core/types.ts';

/** What every part of the product knows about a source, including pages and mails. */
export interface SourceInfo {
  /** The name that readers see. */
  label: string;
  /** The preference that turns it on; null for a source that only some servers offer, which a topic adds (`MORE_SOURCES`). */
  group: SourceGroup | null;
  /** `preprint`: everything it lists is a preprint. `index`: it lists articles and marks the preprints among them. */
  kind: 'preprint' | 'index';
  /** Set for an archive whose identifiers appear in bibliographies, and which registers a DOI for each of them. */
  eprints?: { archive: string; doiPrefix: string; address: RegExp };
}

/** One line per source, in the order that readers see. The adapter is `server/sources/<name>/`. */
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
  // Never read as a whole: features ask it for what readers follow.
  crossref: { label: 'Crossref', group: null, kind: 'index' },
} as const satisfies Record<string, SourceInfo>;

export type SourceName = keyof typeof sources;
export const sourceNames = Object.keys(sources) as SourceName[];
export const sourceName = z.enum(Object.keys(sources) as [SourceName, ...SourceName[]]);

/** Sources of every server, which the preferences turn on and off. */
const isUsual = (name: SourceName): name is Exclude<SourceName, 'europepmc' | 'crossref'> =>
  sources[name].group !== null;
export const usualSources = sourceNames.filter(isUsual);
type UsualSource = (typeof usualSources)[number];
/** Sources that an operator can offer and a topic can add. */
export const moreSources = sourceNames.filter((name) => !isUsual(name) && name !== 'crossref');
export const moreSourceName = z.enum(moreSources as [SourceName, ...SourceName[]]);

/** The closed list with which the search index is opened. */
export const indexedSources: readonly engine.Source[] = sourceNames.map((name) => ({
  name,
  label: sources[name].label,
  isPreprint: sources[name].kind === 'preprint',
  isUsual: isUsual(name),
}));

export const sourceLabels = Object.fromEntries(
  sourceNames.map((name) => [name, sources[name].label]),
) as Record<SourceName, string>;

/** All sources of a server whose operator added these, in order. */
export const offeredSources = (added: readonly SourceName[]): SourceName[] =>
  sourceNames.filter((name) => isUsual(name) || added.includes(name));

/** The source switches of the preferences, one per group. */
export const sourceGroups = {
  pubmed: { label: 'PubMed', preference: 'includePubmed' },
  arxiv: { label: 'arXiv', preference: 'includeArxiv' },
  biorxiv: { label: 'bioRxiv/medRxiv', preference: 'includeBiorxiv' },
} as const;
export type SourceGroup = keyof typeof sourceGroups;
type SourcePreferences = Record<(typeof sourceGroups)[SourceGroup]['preference'], boolean>;

/** The sources that these preferences turn on, in order. */
export const enabledSources = (preferences: SourcePreferences): UsualSource[] =>
  usualSources.filter((name) => {
    const { group }: SourceInfo = sources[name];
    return group !== null && preferences[sourceGroups[group].preference];
  });

/** Address of each service, without a trailing slash, by the environment variable that overrides it. */
export const sourceAddresses = {
  PUBMED_URL: 'https://eutils.ncbi.nlm.nih.gov/entrez/eutils',
  ARXIV_API_URL: 'https://export.arxiv.org/api/query',
  ARXIV_OAI_URL: 'https://oaipmh.arxiv.org/oai',
  BIORXIV_API_URL: 'https://api.biorxiv.org',
  EUROPEPMC_URL: 'https://www.ebi.ac.uk/europepmc/webservices/rest',
} as const;
export type SourceAddress = keyof typeof sourceAddresses;

/** Identifiers of works: DOIs in lower case without resolver, arXiv's without version, PMIDs in digits, `PMC123`. */
export type IdentifierKind = 'doi' | 'arxiv' | 'pmid' | 'pmcid';

/** The archive name of PMIDs in bibliographies. */
export const pmidArchive = 'pubmed';

/** An identifier in its archive, and the source that lists it. */
export interface Eprint {
  source: SourceName;
  archive: string;
  /** Without version: `2608.01234`, `hep-th/9901001`. */
  id: string;
  /** The DOI that the archive registers for it, in lower case. */
  doi: string;
}

/** The identifier in an address; null if it is no archive's address. */
export function eprintAt(url: string): Eprint | null {
  for (const source of sourceNames) {
    const { eprints }: SourceInfo = sources[source];
    const id = eprints?.address.exec(url)?.[1];
    if (eprints && id)
      return { source, archive: eprints.archive, id: plainId(id), doi: `${eprints.doiPrefix}${plainId(id)}` };
  }
  return null;
}

/** Old identifiers by archive only, in lower case: `math.GT/0309136` becomes `math/0309136`. */
const plainId = (id: string): string => id.toLowerCase().replace(/\.[a-z]{2}\//, '/');

/** Whether a record is a preprint. An index lists some of them too, and says so in the publication type. */
export const isPreprint = (record: { source: SourceName; publicationTypes?: readonly string[] }): boolean =>
  sources[record.source].kind === 'preprint' ||
  (record.publicationTypes ?? []).some((type) => /^preprint$/i.test(type));
