import { z } from 'zod';
import { endpoint } from '../contract/endpoint.ts';
import { contextObject } from './contextObject.ts';
import type { PaperInput } from './paper.ts';

/** Far longer than any resolver's address. The limit matters because a mail repeats the address for each paper. */
export const libraryLinkAtMost = 300;

/** How a reader's library opens papers: the base of an OpenURL resolver, or a proxy's prefix to `url=` or `qurl=`. */
export const libraryLink = z
  .string()
  .trim()
  .max(libraryLinkAtMost, `The address can have at most ${libraryLinkAtMost} characters.`)
  .refine(isWebAddress, 'Please enter an address that begins with https://.')
  .refine((link) => !/^\w+:\/\/[^/?#]*@/.test(link), 'An address with a password in it cannot be used.')
  .refine((link) => !link.includes('#'), 'An address with a # in it cannot be used.');

function isWebAddress(link: string): boolean {
  return /^https?:\/\/[^\s"<>\\^`{|}]+$/i.test(link) && URL.canParse(link);
}

type Cited = Pick<
  PaperInput,
  'title' | 'url' | 'doi' | 'journal' | 'publishedOn' | 'publicationTypes' | 'source'
>;

/**
 * The address of a paper at the reader's library: its page behind a proxy prefix, or an OpenURL (ANSI/NISO Z39.88-2004),
 * `brief` without redundant fields. Null if a proxy has no page to open.
 */
export function throughLibrary(link: string, paper: Cited, { brief = false } = {}): string | null {
  if (/[?&]q?url=$/i.test(link)) {
    const page = pageOf(paper);
    return page && link + (wantsEncoded(link) ? encodeURIComponent(page) : page);
  }
  const about = [...identifiersOf(paper), ...contextObject(paper)];
  const fields = [['url_ver', 'Z39.88-2004'], ['rfr_id', 'info:sid/litwatch'], ...about] as const;
  const isNamed = identifiersOf(paper).length > 0;
  const given = fields.filter(([name]) => !(brief && isNamed && inFull.has(name)));
  const sent = given.map(([name, value]) => [name, value.slice(0, 300).toWellFormed()]);
  const parting = !link.includes('?') ? '?' : /[?&]$/.test(link) ? '' : '&';
  return `${link}${parting}${new URLSearchParams(sent)}`;
}

const inFull: ReadonlySet<string> = new Set(['rft.atitle', 'rft.jtitle', 'rft.date']);

/** EZproxy takes the text after `url=` literally and decodes `qurl=`; OpenAthens decodes both. */
const wantsEncoded = (link: string): boolean =>
  /[?&]qurl=$/i.test(link) || /^https:\/\/go\.openathens\.net\//i.test(link);

/** Prefers the DOI, which leads to the publisher, because proxies cover publishers. */
function pageOf({ doi, url }: Cited): string | null {
  if (doi?.startsWith('10.')) return `https://doi.org/${encodeURIComponent(doi).replaceAll('%2F', '/')}`;
  const page = URL.parse(url ?? '');
  return page && /^https?:$/.test(page.protocol) ? page.href : null;
}

function identifiersOf({ doi, url }: Cited): [name: string, value: string][] {
  const pmid = /^https:\/\/pubmed\.ncbi\.nlm\.nih\.gov\/(\d{1,9})\/?$/.exec(url ?? '')?.[1];
  return [doi ? `info:doi/${doi}` : '', pmid ? `info:pmid/${pmid}` : '']
    .filter(Boolean)
    .map((value) => ['rft_id', value]);
}

/** The paper with its address at the reader's library; unchanged if the reader has set none. Never show it to others. */
export const withLibrary = <Shown extends Cited>(link: string | null, paper: Shown): Shown => {
  const libraryUrl = link && throughLibrary(link, paper);
  return libraryUrl ? { ...paper, libraryUrl } : paper;
};

export const libraryApi = {
  change: endpoint('PUT /api/account/library-link', 'session', {
    summary:
      'Set the address by which the reader’s library opens papers: the base of an OpenURL resolver, or the prefix of a proxy; null removes it. Papers then carry `libraryUrl`.',
    body: z.object({ link: libraryLink.nullable() }),
    response: z.object({ link: z.string().nullable() }),
  }),
} as const;
