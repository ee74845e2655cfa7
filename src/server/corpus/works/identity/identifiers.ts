import { hash } from 'node:crypto';
import { isPreprint } from '#shared/papers/sources.ts';
import type { Identifier, SourceRecord } from '#sources/record/source.ts';
import { descriptors } from '#sources/registry.ts';

/** An identifier of a work, or its title, first author and year combined. Records that share one are one work. */
export interface WorkIdentifier {
  kind: Identifier['kind'] | 'title';
  value: string;
}

export interface IdentifierSet {
  /** Those of the record itself. */
  own: WorkIdentifier[];
  /** Counterpart keys: those that the article of a preprint, or the preprint of an article, would have. */
  counterparts: WorkIdentifier[];
}

/** Every identifier of a record, without duplicates. */
export function identifiersOf(record: SourceRecord): IdentifierSet {
  const own: WorkIdentifier[] = [
    { kind: descriptors[record.source].idKind, value: record.sourceId },
    ...record.identifiers,
  ];
  if (record.doi) own.push({ kind: 'doi', value: record.doi });
  for (const { kind, value } of [...own]) {
    const arxiv = kind === 'doi' ? arxivDoi.exec(value) : null;
    if (arxiv) own.push({ kind: 'arxiv', value: arxiv[1]! });
  }
  const title = titleIdentifiers(record);
  return {
    own: distinct(title ? [...own, title.own] : own),
    counterparts: title ? title.counterparts : [],
  };
}

export const identifierKey = ({ kind, value }: WorkIdentifier): string => `${kind} ${value}`;

/**
 * Whether a record is an article of a journal or a preprint. PubMed holds preprints too: it says so in the
 * publication type, and their DOI is that of the preprint server.
 */
export const publicationStage = (
  record: Pick<SourceRecord, 'source' | 'publicationTypes' | 'doi'>,
): PublicationStage =>
  isPreprint(record) || (record.doi !== null && isPreprintDoi(record.doi)) ? 'preprint' : 'article';

export type PublicationStage = 'article' | 'preprint';

export const isPreprintDoi = (doi: string): boolean =>
  preprintServers.some((prefix) => doi.startsWith(prefix));

// arXiv registers each preprint as 10.48550/arXiv.<identifier>: https://info.arxiv.org/help/doi.html
const arxivDoi = /^10\.48550\/arxiv\.(.+)$/;

/** DOI prefixes of preprint servers (bioRxiv and medRxiv, arXiv, Research Square, SSRN, Preprints.org, ChemRxiv, OSF, PsyArXiv, Authorea, TechRxiv). */
const preprintServers = [
  '10.1101/',
  '10.64898/',
  '10.48550/',
  '10.21203/rs.',
  '10.2139/ssrn.',
  '10.20944/preprints',
  '10.26434/chemrxiv',
  '10.31219/osf.',
  '10.31234/osf.',
  '10.22541/au.',
  '10.36227/techrxiv',
];

/**
 * The careful rule for records without a common identifier: the same title letter by letter, the same first
 * author, and years that fit. Nothing looser: series of trials by one group differ in a single word of the
 * title (docs/decisions/0006-one-work-one-life.md has the figures).
 */
function titleIdentifiers(
  record: SourceRecord,
): { own: WorkIdentifier; counterparts: WorkIdentifier[] } | null {
  if (record.publicationTypes.some((type) => notices.has(type))) return null;
  const author = familyName(record.authors[0] ?? '');
  const title = folded(record.title)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
  const letters = title.replaceAll(' ', '');
  if (!author || letters.length < 20 || title.split(' ').length < 4) return null;
  const key = hash('sha1', `${letters} ${author}`, 'base64url').slice(0, 20);
  const place = publicationStage(record);
  const year = Number(record.availableOn.slice(0, 4));
  const name = (at: PublicationStage, in_: number): WorkIdentifier => ({
    kind: 'title',
    value: `${at} ${in_} ${key}`,
  });
  // An article follows its preprint within three years; a preprint put up afterwards follows within one.
  const counterparts =
    place === 'article'
      ? [-3, -2, -1, 0, 1].map((years) => name('preprint', year + years))
      : [-1, 0, 1, 2, 3].map((years) => name('article', year + years));
  return { own: name(place, year), counterparts };
}

/** PubMed's types for pieces about another work, which borrow its title, and for pieces whose titles repeat. */
const notices = new Set([
  'Published Erratum',
  'Retraction of Publication',
  'Expression of Concern',
  'Comment',
  'Editorial',
  'Letter',
  'News',
  'Biography',
]);

/** The last word of the family name, folded: `Smith, J. A.`, `Jane A Smith`, `Smith JA` → `smith`. */
export function familyName(author: string): string {
  const words = (author.includes(',') ? author.slice(0, author.indexOf(',')) : author).trim().split(/\s+/);
  while (words.length > 1 && suffix.test(words.at(-1)!)) words.pop();
  // `Smith JA`; but in `J. A. LI` the capitals are the family.
  if (words.length > 1 && initials.test(words.at(-1)!) && !initials.test(words[0]!)) words.pop();
  return folded(words.at(-1) ?? '').replace(/[^\p{L}]+/gu, '');
}

const suffix = /^(jr|sr|ii|iii|iv)\.?$/i;
const initials = /^(\p{Lu}\.?-?){1,3}$/u;

const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

const distinct = (identifiers: WorkIdentifier[]): WorkIdentifier[] => [
  ...new Map(identifiers.map((name) => [identifierKey(name), name])).values(),
];
