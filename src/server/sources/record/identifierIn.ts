import { decodeHTMLStrict } from 'entities';
import { arxivIdOf, doiOf } from './record.ts';
import type { Identifier } from './source.ts';

/** Characters that are looked at, far more than a reference in prose has. */
const longest = 4000;

/**
 * The identifiers in text that a reader typed or pasted, or in a field of a reference, in order and without duplicates: as
 * such, in an address, or named within other words. Digits alone are a PMID only if they are the whole text.
 */
export function identifiersIn(typed: string): Identifier[] {
  const text = readable(typed.slice(0, longest)).trim();
  if (
    /^[1-9](?:\d{0,13}\/?|\d{6,7}[.,;])$|^["'[(]{0,2}[1-9]\d{6,7}["'\])]{0,2},?$|^[1-9]\d{6,7}\.0$/.test(text)
  )
    return [{ kind: 'pmid', value: text.replace(/\.0$|\D/g, '') }];
  const whole = arxivIdOf(text);
  if (whole) return [{ kind: 'arxiv', value: whole.id }];
  const all = [...text.split(piece).flatMap(inPiece), ...named(text)].map(ofArchive);
  return [...new Map(all.map((one) => [`${one.kind} ${one.value}`, one])).values()];
}

/** The first identifier in a text; null for a title. */
export const identifierIn = (typed: string): Identifier | null => identifiersIn(typed)[0] ?? null;

/** Undoes what wraps or escapes a text: entities, and TeX's and Markdown's backslashes. */
const readable = (text: string): string =>
  (/&#?\w{2,31};/.test(text) ? decodeHTMLStrict(text) : text)
    .replace(/\\(?=[_&%#$~<>()[\]{}-])/g, '')
    // Programs that set text break a long word with these.
    .replace(/[[\p{Cc}--[\t\n\r]]\u00ad\u200b-\u200d\u2060\ufeff]/gv, '')
    .replace(/[\u2010\u2011]|(?<=\b10\.\d{4,9}\/\S{0,40})[\u2012\u2013\u2212]/g, '-')
    // Full-width forms of Asian keyboards.
    .replace(/[\uff01-\uff5e]/g, (sign) => sign.normalize('NFKC'))
    .replace(/(?<=\b10\.\d{4,9}) ?\/ ?(?=\w)/g, '/');

/** Where one identifier ends and the next may begin; a DOI may hold a semicolon. */
const piece = /\s+|[,;](?=10\.\d{4,9}\/|https?:|doi:|arxiv:|pmid)|(?<![=/]|^)(?=https?:\/\/)/i;

function inPiece(written: string): Identifier[] {
  const text = written.replace(/^[<([{"'“‘„«]+/, '');
  if (isAddress.test(text)) return ofAddress(text, 1);
  return doiIn(
    /10\.\d{4,9}(?:%2f|\/[^\s%]{0,60}%(?:2[89]|3[abce]|[c-f][\da-f]%))/i.test(text) ? decoded(text) : text,
  );
}

const isAddress =
  /^(?:https?:\/\/|www\.|(?:dx\.)?doi\.org\/|(?:[\w-]{1,20}\.){0,2}arxiv\.org\/|pubmed\.ncbi\.|(?:www\.)?(?:bio|med)rxiv\.org\/)/i;

/** An identifier that its text names: `PMID: 1; PMCID: PMC1234`, `arXiv preprint arXiv:2101.00001 [cs]`. */
function named(text: string): Identifier[] {
  const all: Identifier[] = [];
  for (const [, value, marked = ''] of text.matchAll(
    /\b(?:PMID|(?:MEDLINE|PubMed(?: ID)?)(?=:)|^PUBMED(?= \d+$)) ?[:=#/\u2013\u2014-]? {0,3}([1-9]\d{0,13})(?!\.?\d)|(?<!\d)([1-9]\d{0,13}) ?\[(?:pmid|uid)\]/gi,
  ))
    all.push({ kind: 'pmid', value: value || marked });
  for (const [, number] of text.matchAll(
    /(?:\bPMCID:? ?(?:PMC)?|(?:\b(?:articles?|PMC)\/|(?<![\w./-]))PMC)(\d{4,9})\b/gi,
  ))
    all.push({ kind: 'pmcid', value: `PMC${number}` });
  for (const [, id = ''] of text.matchAll(
    /(?:\barxiv\b(?: e?-?p?reprint)?(?: arxiv)? ?[:=,./-]{0,2} {0,3}|^\[(?=\d[^\s\]]+\] ))((?:\d{4}\.\d{4,5}|[a-z-]{2,12}(?:\.[A-Z]{2})?\/\d{7})(?:v\d{1,3})?)(?![\d/])/gi,
  ))
    all.push({ kind: 'arxiv', value: arxivIdOf(id)!.id });
  return all;
}

/** The DOI in a piece of text. One of a serial's old form may hold angle brackets: `…(1995)4:2<387::AID-X>3.0.CO;2-Y`. */
function doiIn(text: string): Identifier[] {
  const found = /10\.\d{4,9}\/(?:<[^<>\s]{1,60}>(?=\d\.\d\.)|[^<>\s"|])+/.exec(text)?.[0] ?? '';
  // No real one is longer.
  const [own = ''] = found.slice(0, 300).split(/\}\{|\]\(|\?(?=[a-z_]{2,20}=)|#(?=[a-z])|__;/i);
  const doi = doiOf(withoutStops(own));
  return doi ? [{ kind: 'doi', value: doi }] : [];
}

/** An identifier of arXiv's own DOI is an arXiv identifier; that of bioRxiv has no version, and no DOI ends in `/full`. */
const ofArchive = (identifier: Identifier): Identifier => {
  const posted =
    /^(10\.(?:1101|64898)\/(?:\d{4}\.\d\d\.\d\d\.)?\d{6,8})v\d{1,2}(?:\.|$)/.exec(identifier.value)?.[1] ??
    /^(10\..+)\/full(?:text)?$/.exec(identifier.value)?.[1];
  if (posted) return { ...identifier, value: posted };
  const arxiv = identifier.kind === 'doi' && /^10\.48550\/arxiv\.(.+)$/.exec(identifier.value)?.[1];
  const named = arxiv && arxivIdOf(arxiv);
  return named ? { kind: 'arxiv', value: named.id } : identifier;
};

/** What an address says by its parts. Proxies write dots of a host's name as hyphens, and pass addresses as parameters. */
function ofAddress(text: string, depth: number): Identifier[] {
  const url = URL.parse(/^https?:/i.test(text) ? text : `https://${text}`);
  if (!url) return doiIn(text);
  const host = url.hostname.replaceAll('-', '.');
  const path = decoded(url.pathname);
  const pmid =
    /(?:^|\.)(?:ncbi\.nlm\.nih|pubmed)\.gov/.test(host) &&
    /^\/(?:m\/)?(?:pubmed\/|pmc\/articles\/pmid\/)?(?:\?term=|entrez.*list_uids=)?(\d{1,14})\b/.exec(
      `${path}${url.search}`,
    )?.[1];
  const med = pmid || (/europepmc\.org/.test(host) && /\/med\/(\d{1,14})\b/i.exec(path)?.[1]);
  if (med) return [{ kind: 'pmid', value: med }];
  if (/(?:^|\.)(?:arxiv\.org|xxx\.lanl\.gov|ar5iv|arxiv\.vanity|alphaxiv|huggingface\.co)/.test(host)) {
    const [, id = ''] =
      /^\/(?:abs|pdf|html|format|ps|e-print|src|\w{2,12})\/(.+?)(?:\.pdf|\/)?$/.exec(path) ?? [];
    const found = arxivIdOf(trimmed(id));
    if (found) return [{ kind: 'arxiv', value: found.id }];
  }
  if (/(?:^|\.)doi\.org/.test(host)) return doiIn(path);
  for (const [page, prefix] of pages) {
    const own = page.exec(`${host}${path}${url.search}`)?.slice(1).filter(Boolean).join('.');
    if (own) return doiIn(prefix + own);
  }
  const parts = [path, ...url.searchParams.values(), decoded(url.hash)];
  for (const part of parts) {
    if (part !== path && depth > 0 && isAddress.test(part)) return ofAddress(part, depth - 1);
    const [found] = doiIn(part);
    if (found) return [{ ...found, value: ofPublisher(found.value, host) }];
  }
  return [];
}

/** Pages by whose address the DOI is known, and what stands in the DOI before that. */
const pages: [page: RegExp, prefix: string][] = [
  [/rxiv\.org.*\/early\/\d{4}\/\d\d\/\d\d\/([\d.]{6,25})(?!\d)/, '10.1101/'],
  [/nature\.com\/articles\/([a-z]+[\d-][\w-]{4,30}?)(?:\.pdf|_reference\.pdf)?\/?(?:\?|$)/, '10.1038/'],
  [/elifesciences\.org\/(?:articles|reviewed-preprints)\/(\d{4,7})/, '10.7554/elife.'],
  [/thelancet\.com\/.*PII(S[\dX]{4}-[\dX]{4}\(\d\d\)[\dX]{5}-[\dX])/i, '10.1016/'],
  [/adsabs\.harvard\.edu\/abs\/\d{4}arXiv(\d{4})(\d{5})[A-Z]/, '10.48550/arxiv.'],
  [/peerj\.com\/articles\/(\d{1,6})(?:\/|$)/, '10.7717/peerj.'],
  [/ssrn\.com\/.*abstract(?:_id)?=(\d{4,9})/, '10.2139/ssrn.'],
  [/osf\.io\/preprints\/(?:osf\/)?(\w{5}(?:_v\d+)?)(?:\/|$)/, '10.31219/osf.io/'],
  [/psyarxiv\.com\/(\w{5})(?:\/|$)|osf\.io\/preprints\/psyarxiv\/(\w{5}(?:_v\d+)?)/, '10.31234/osf.io/'],
  [/zenodo\.org\/(?:records?|deposit)\/(\d{4,10})/, '10.5281/zenodo.'],
  [/researchsquare\.com\/(?:article|files)\/(rs-\d{4,9}\/v\d+)/, '10.21203/rs.3.'],
  [/preprints\.org\/manuscript\/(\d{6}\.\d{4})\/(v\d+)/, '10.20944/preprints'],
];

/** Removes what a publisher's address adds to a DOI: `/full`, `.pdf`, a version, a number of its own. */
function ofPublisher(doi: string, host: string): string {
  let value = /(?:bio|med)rxiv\.org/.test(host) ? doi.replace(/v\d{1,3}(?:[./].*)?$/, '') : doi;
  if (host.includes('academic.oup')) value = value.replace(/^(10\.\d+\/[^/]+\/[^/]+)\/\d+$/, '$1');
  for (let before = ''; before !== value; ) {
    before = value;
    value = value
      .replace(
        /\/(?:full|fulltext|full-text|abstract|abs|e?pdf|pdfft|epub|html?|meta|references|citations?|figures|tables|summary|metrics|supplementary-material|suppl(?:_file)?|download|reviews|xml|print|type\/\w+|v\d{1,3})(?:\.\w{3,4})?\/?$/i,
        '',
      )
      .replace(/\.(?:full|full-text|abstract|short|long|e?pdf|html?|xml|article-info|figures-only)$/i, '')
      .replace(/\/$/, '');
  }
  return value;
}

/** Without percent signs for letters; as it is if they are broken. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

const trimmed = (text: string): string => withoutStops(text.trim());

/** Removes the punctuation of the surrounding sentence, but keeps a bracket that was opened inside. */
function withoutStops(doi: string): string {
  const open = { ')': '(', ']': '[', '}': '{' } as Record<string, string>;
  let end = doi.length;
  for (; end > 0; end--) {
    const last = doi[end - 1]!;
    const opening = open[last];
    if (opening) {
      const text = doi.slice(0, end);
      if (text.split(opening).length >= text.split(last).length) break;
    } else if (!`.,;:!?…'’”“»*>/`.includes(last)) break;
  }
  return doi.slice(0, end);
}
