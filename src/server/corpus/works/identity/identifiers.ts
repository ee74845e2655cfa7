import { isPreprint, type SourceName } from '#shared/papers/sources.ts';
import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import { descriptors } from '#sources/registry.ts';

/** Every identifier of a record, without duplicates. Records that share one are one work. */
export function identifiersOf(record: SourceRecord): Identifier[] {
  const own: Identifier = { kind: descriptors[record.source].idKind, value: record.sourceId };
  const all = [own, ...record.identifiers];
  if (record.doi) all.push({ kind: 'doi', value: record.doi });
  for (const { kind, value } of [...all]) {
    const arxiv = kind === 'doi' ? arxivDoi.exec(value) : null;
    if (arxiv) all.push({ kind: 'arxiv', value: arxiv[1]! });
  }
  return [...new Map(all.map((one) => [identifierKey(one), one])).values()];
}

/** One text for an identifier, to compare and look up by. */
export const identifierKey = ({ kind, value }: Identifier): string => `${kind} ${value}`;

/** Whether a record is a journal article or a preprint. PubMed has preprints too, by their type and DOI. */
export const publicationStage = (
  record: Pick<SourceRecord, 'source' | 'publicationTypes' | 'doi'>,
): PublicationStage =>
  isPreprint(record) || (record.doi !== null && isPreprintDoi(record.doi)) ? 'preprint' : 'article';

export type PublicationStage = 'article' | 'preprint';

/** Names a record: its source, and the identifier it has there. */
export type RecordName = Pick<SourceRecord, 'source' | 'sourceId'>;

export const recordKey = ({ source, sourceId }: RecordName): string => `${source} ${sourceId}`;

/** The inverse of `recordKey`. No source has a space in its name. */
export function recordOf(key: string): RecordName {
  const end = key.indexOf(' ');
  return { source: key.slice(0, end) as SourceName, sourceId: key.slice(end + 1) };
}

/** Whether a preprint server registered this DOI. */
export const isPreprintDoi = (doi: string): boolean =>
  preprintServers.some((prefix) => doi.startsWith(prefix));

// arXiv registers each preprint as 10.48550/arXiv.<identifier>: https://info.arxiv.org/help/doi.html
const arxivDoi = /^10\.48550\/arxiv\.(.+)$/;

/**
 * DOI prefixes of preprint servers (bioRxiv and medRxiv, arXiv, Research Square, SSRN, Preprints.org, ChemRxiv, OSF,
 * PsyArXiv, Authorea, TechRxiv, Qeios, EcoEvoRxiv, MetaArXiv, BioHackrXiv, agriRxiv, AfricArXiv, PeerJ, SciELO, ARPHA).
 */
const preprintServers =
  `10.1101/ 10.64898/ 10.48550/ 10.21203/rs. 10.2139/ssrn. 10.20944/preprints 10.26434/chemrxiv 10.31219/osf. 10.31234/osf.
  10.22541/au. 10.36227/techrxiv 10.32388/ 10.32942/ 10.31222/osf. 10.37044/osf. 10.31220/agrirxiv. 10.31730/osf.
  10.7287/peerj.preprints. 10.1590/scielopreprints. 10.3897/arphapreprints.`.split(/\s+/);
