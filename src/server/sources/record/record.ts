import { cleanAbstract, cleanTitle, type Written } from './cleanText.ts';
import { type Identifier, type SourceRecord, sourceRecord } from './source.ts';

/** The records that match the shape, with cleaned texts, and the number of those that do not. */
export function checked(
  records: Iterable<SourceRecord | null>,
  written?: Written,
): { records: SourceRecord[]; malformed: number } {
  const kept: SourceRecord[] = [];
  let malformed = 0;
  for (const record of records) {
    if (record && sourceRecord.safeParse(record).success) kept.push(withCleanTexts(record, written));
    else malformed++;
  }
  return { records: kept, malformed };
}

const withCleanTexts = (record: SourceRecord, written?: Written): SourceRecord => ({
  ...record,
  title: cleanTitle(record.title, written),
  abstract: record.abstract && !isNone.test(record.abstract) ? cleanAbstract(record.abstract, written) : null,
});

/** What publishers write where there is no abstract. */
const isNone =
  /^\W{0,3}(?:(?:no )?abstract (?:is )?(?:not )?(?:available|provided)|no abstract|n\/?a|none)\W{0,3}$/i;

/** A DOI in lower case without resolver and final stop; null if the text is not a DOI. */
export function doiOf(text: string | null | undefined): string | null {
  const doi = (text ?? '')
    .trim()
    .replace(/^(?:https?:\/\/(?:dx\.|www\.)?doi\.org\/{1,2}|info:doi\/|urn:doi:|doi[:\s]\s*){1,2}/i, '')
    .replace(/[.,;]{1,3}$/, '')
    .toLowerCase();
  return /^10\.\d{4,9}\/\S+$/.test(doi) ? doi : null;
}

/** The ORCID at the end of a text or address, also without its hyphens; undefined without one. */
export const orcidIn = (text: string | null | undefined): string | undefined =>
  /(\d{4})-?(\d{4})-?(\d{4})-?(\d{3}[\dX])$/i
    .exec(text?.trim() ?? '')
    ?.slice(1)
    .join('-')
    .toUpperCase();

/** An arXiv identifier in the old or new format, with its version if given; null if the text is not one. */
export function arxivIdOf(text: string): { id: string; version: number | null } | null {
  const match = /^(?:arxiv:)?(?:(\d{4}\.\d{4,5})|([a-z-]+)(?:\.[A-Z]{2})?\/(\d{7}))(?:v(\d{1,4}))?$/i.exec(
    text,
  );
  if (!match) return null;
  const [, modern, archive, number, version] = match;
  return { id: modern ?? `${archive!.toLowerCase()}/${number}`, version: version ? Number(version) : null };
}

/**
 * The given identifiers without duplicates. arXiv's own DOI (10.48550/arXiv.…) adds its arXiv identifier:
 * https://info.arxiv.org/help/doi.html
 */
export function names(given: (Identifier | null)[]): Identifier[] {
  const byName = new Map<string, Identifier>();
  const add = (identifier: Identifier) => byName.set(`${identifier.kind} ${identifier.value}`, identifier);
  for (const identifier of given) {
    if (!identifier) continue;
    add(identifier);
    const arxiv = identifier.kind === 'doi' && arxivIdOf(identifier.value.replace(/^10\.48550\/arxiv\./, ''));
    if (arxiv) add({ kind: 'arxiv', value: arxiv.id });
  }
  return [...byName.values()];
}

/** For `names`: a DOI as found, or nothing. */
export const byDoi = (text: string | null | undefined): Identifier | null => {
  const value = doiOf(text);
  return value ? { kind: 'doi', value } : null;
};

/**
 * A Creative Commons license in its usual form, `cc-by-nc-nd`, from any spelling (`cc_by`, `CC BY 4.0`, an address); null
 * for any other license, because we do not know what it allows.
 */
export function licenseOf(text: string | null | undefined): string | null {
  const plain = (text ?? '')
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\/creativecommons\.org\/(?:licenses|publicdomain)\/([a-z-]+)\/.*$/, 'cc-$1')
    .replace(/[\s_]+/g, '-')
    .replace(/-\d\.\d$/, '');
  if (/^cc-?(?:0|zero)$/.test(plain)) return 'cc0';
  return /^cc-by(?:-nc)?(?:-nd|-sa)?$/.test(plain) ? plain : null;
}
