import { type Entry, latest } from '../records/entry.ts';
import { nameOf, type PersonName, plainName } from '../records/names.ts';
import { element, escaped } from '../wire/xml.ts';

export const metadataPrefixes = ['arXiv', 'arXivRaw'] as const;
export type MetadataPrefix = (typeof metadataPrefixes)[number];

const physics = new Set(
  'astro-ph cond-mat gr-qc hep-ex hep-lat hep-ph hep-th math-ph nlin nucl-ex nucl-th physics quant-ph'.split(
    ' ',
  ),
);

/** `cs.LG` is in the set `cs:cs:LG`, `astro-ph.GA` in `physics:astro-ph:GA`: three levels since 2025. */
export const setsOf = ({ categories }: Entry): string[] =>
  categories.map((category) => {
    const [archive = '', subject] = category.split('.');
    const group = physics.has(archive) ? 'physics' : archive;
    return [group, archive, subject].filter(Boolean).join(':');
  });

export function arxivMetadata(entry: Entry, prefix: MetadataPrefix, withoutId: boolean): string {
  const write = { arXiv: plain, arXivRaw: raw }[prefix];
  return write(entry, withoutId ? null : entry.id);
}

const license = '<license>http://creativecommons.org/licenses/by/4.0/</license>';

const namespaces = (prefix: string): string =>
  `xmlns="http://arxiv.org/OAI/${prefix}/" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance" xsi:schemaLocation="http://arxiv.org/OAI/${prefix}/ https://oaipmh.arxiv.org/OAI/${prefix}.xsd"`;

function plain(entry: Entry, id: string | null): string {
  const { title, abstract, number, at } = latest(entry);
  return [
    `<arXiv ${namespaces('arXiv')}>`,
    element('id', id),
    `<created>${day(entry.addedAt)}</created>`,
    number > 1 ? `<updated>${day(at)}</updated>` : '',
    `<authors>${entry.authors.map((name) => author(nameOf(name))).join('')}</authors>`,
    element('title', title),
    element('categories', entry.categories.join(' ')),
    element('comments', entry.comment),
    element('journal-ref', entry.publishedIn),
    element('doi', entry.publishedDoi ?? entry.doi),
    license,
    `<abstract>  ${escaped(abstract ?? '')}\n</abstract></arXiv>`,
  ].join('');
}

const author = ({ last, given }: PersonName): string =>
  `<author>${element('keyname', last)}${element('forenames', given)}</author>`;

function raw(entry: Entry, id: string | null): string {
  const { title, abstract } = latest(entry);
  return [
    `<arXivRaw ${namespaces('arXivRaw')}>`,
    element('id', id),
    element('submitter', entry.authors[0] ? plainName(nameOf(entry.authors[0])) : ''),
    ...history(entry),
    element('title', title),
    element('authors', entry.authors.map((name) => plainName(nameOf(name))).join(', ')),
    element('categories', entry.categories.join(' ')),
    element('comments', entry.comment),
    element('journal-ref', entry.publishedIn),
    element('doi', entry.publishedDoi ?? entry.doi),
    license,
    element('abstract', abstract),
    '</arXivRaw>',
  ].join('\n');
}

/** All versions from 1. Versions earlier than the corpus's first share its date. */
function history({ versions }: Entry): string[] {
  const known = new Map(versions.map((version) => [version.number, version]));
  return Array.from({ length: versions.at(-1)!.number }, (_, place) => {
    const { at, withdrawn } = known.get(place + 1) ?? versions[0]!;
    const date = new Date(at).toUTCString();
    const size = withdrawn ? '<size>0kb</size><source_type>I</source_type>' : '<size>1850kb</size>';
    return `<version version="v${place + 1}"><date>${date}</date>${size}</version>`;
  });
}

const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
