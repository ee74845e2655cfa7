import type { Name } from '#corpus/works/identity/nameOf.ts';
import { splitTrimmed } from '#shared/values/trim.ts';
import { type Citation, parted } from './citation.ts';

/**
 * RIS with one tag per line: https://en.wikipedia.org/wiki/RIS_(file_format). A value never contains a line break (see
 * `plain`), so it cannot start another tag. Reference managers read `UNPB` as a preprint.
 */
export const writeRis = (citations: Citation[]): string =>
  citations.map((citation) => `${linesOf(citation).join('\r\n')}\r\n`).join('\r\n');

function linesOf(citation: Citation): string[] {
  const { key, kind, title, authors, journal, server, eprint, pmid, doi, url, abstract, note } = citation;
  const [year, month, day] = citation.issued ? parted(citation.issued) : [];
  const tags: [tag: string, value: string | null | undefined | false][] = [
    ['TY', kind === 'article' ? 'JOUR' : 'UNPB'],
    ['ID', key],
    ['TI', title],
    ...authors.map((name): [string, string] => ['AU', authorOf(name)]),
    ['PY', year],
    ['DA', year && `${year}/${month}/${day}/`],
    ['T2', journal],
    ['VL', citation.volume],
    ['IS', citation.issue],
    ['SP', citation.pages?.[0]],
    ['EP', citation.pages?.[1]],
    ['SN', citation.issn],
    ['PB', server],
    ['M1', kind === 'preprint' && eprint && `${eprint.archive}:${eprint.id}`],
    ['M3', kind === 'preprint' && 'Preprint'],
    ['AN', pmid],
    ['DO', doi],
    ['UR', url],
    ['AB', abstract],
    ...(citation.keywords ?? []).map((keyword): [string, string] => ['KW', keyword]),
    ['N1', note],
    ['N1', citation.annotation],
  ];
  return [...tags.flatMap(([tag, value]) => (value ? [`${tag}  - ${value}`] : [])), 'ER  - '];
}

/** `van der Berg, Maria, Jr.`: commas split a person's name, so a group's own commas are removed. */
function authorOf(name: Name): string {
  if (name.literal !== undefined) return splitTrimmed(name.literal, ',').join(' ');
  const family = [name.particle, name.family].filter(Boolean).join(' ');
  return [family, name.given, name.suffix].filter(Boolean).join(', ');
}
