import { z } from 'zod';
import { trim } from '#shared/values/trim.ts';
import { beginsWithWithdrawal } from '../record/cleanText.ts';
import { dayOfIso, dayOfRfc2822 } from '../record/days.ts';
import { inOrder, pairsIn } from '../record/names.ts';
import { arxivIdOf, byDoi, checked, licenseOf, names } from '../record/record.ts';
import { type Day, failure, firstWords, type Identifier, type SourceRecord } from '../record/source.ts';
import { fromTex } from '../record/tex.ts';
import { filled, line, paragraphs } from '../record/text.ts';
import { all, at, ofReply, orNull, pageOf, parseXml, type XmlElement } from '../record/xml.ts';

/**
 * Parses a reply of the query API: https://info.arxiv.org/help/api/user-manual.html
 * An error is a feed too, with one entry that links to `/api/errors`, and status 400 or 200.
 * @returns `total`: hits of the query; the feed's index lags, so it may return fewer
 */
export function readAtom(body: string) {
  const { frame, records } = ofReply('arxiv', () => pageOf(body, 'entry'));
  if (frame.name !== 'feed') throw failure('arxiv', 'malformed', firstWords(body));
  const total = z
    .string()
    .regex(/^\d{1,9}$/)
    .safeParse(textIn(frame, 'totalResults'));
  if (!total.success) throw failure('arxiv', 'malformed', 'a feed without totalResults');
  const entries = records.map(({ xml }) => orNull(() => readEntry(parseXml(xml))));
  return { ...checked(entries, asRead), total: Number(total.data) };
}

function readEntry(entry: XmlElement): SourceRecord | null {
  const address = textIn(entry, 'id');
  if (address.includes('/api/errors')) throw failure('arxiv', 'refused', textIn(entry, 'summary') || address);
  const number = arxivIdOf(address.replace(/^https?:\/\/(?:\w+\.)?arxiv\.org\/abs\//, ''));
  const firstPosted = dayOfIso(textIn(entry, 'published'));
  if (!number || !firstPosted) return null;
  return recordOf({
    ...number,
    firstPosted,
    title: textIn(entry, 'title'),
    abstract: textIn(entry, 'summary'),
    authors: all(entry, 'author').flatMap((one) => line(textIn(one, 'name')).replace(/ ?:$/, '') || []),
    categories: all(entry, 'category').flatMap(({ attributes: { term } }) => term || []),
    comments: textIn(entry, 'comment'),
    journalRef: textIn(entry, 'journal_ref'),
    doi: textIn(entry, 'doi'),
    license: '',
    file: null,
  });
}

export type OaiPage = ReturnType<typeof readOai>;

/** Parses an OAI-PMH ListRecords reply: https://www.openarchives.org/OAI/openarchivesprotocol.html */
export function readOai(body: string) {
  const { frame, records } = ofReply('arxiv', () => pageOf(body, 'record'));
  if (frame.name !== 'OAI-PMH') throw failure('arxiv', 'malformed', firstWords(body));
  const nothing = { records: [], malformed: 0, deleted: [], token: null, total: 0, expired: false };
  for (const error of all(frame, 'error')) {
    const { code } = error.attributes;
    if (code === 'noRecordsMatch') return nothing;
    // The token was too old or unknown, so the list must start again.
    if (code === 'badResumptionToken') return { ...nothing, expired: true };
    throw failure('arxiv', 'refused', `${code}: ${line(textIn(frame, 'error'))}`);
  }
  const list = at(frame, 'ListRecords');
  if (!list) throw failure('arxiv', 'malformed', firstWords(body));
  const token = at(list, 'resumptionToken');
  const size = token?.attributes.completeListSize;
  const read = records.map(({ xml }) => orNull(() => readRecord(parseXml(xml))));
  return {
    ...checked(
      read.filter((item): item is SourceRecord | null => !isDeleted(item)),
      asRead,
    ),
    deleted: read.filter(isDeleted),
    /** Null on the last page, which has an empty token or none. */
    token: (token && textIn(list, 'resumptionToken').trim()) || null,
    /** Number of records in the whole list, if given. */
    total: size && /^\d{1,9}$/.test(size) ? Number(size) : token ? null : records.length,
    expired: false,
  };
}

const isDeleted = (item: SourceRecord | Identifier | null): item is Identifier =>
  item !== null && 'kind' in item;

function readRecord(record: XmlElement): SourceRecord | Identifier | null {
  const header = at(record, 'header');
  const written = header && textIn(header, 'identifier').trim();
  const named = written && arxivIdOf(written.replace(/^oai:arxiv\.org:/i, ''));
  if (!named) return null;
  if (header.attributes.status === 'deleted') return { kind: 'arxiv', value: named.id };
  const raw = at(record, 'metadata', 'arXivRaw');
  if (raw) return readRaw(raw, named.id);
  const plain = at(record, 'metadata', 'arXiv');
  return plain ? readPlain(plain, named.id) : null;
}

/** `arXivRaw`: every version with its date, authors in one string. */
function readRaw(raw: XmlElement, id: string): SourceRecord | null {
  const versions = all(raw, 'version')
    .map((version) => ({
      number: Number(/^v(\d{1,4})$/.exec(version.attributes.version ?? '')?.[1]),
      day: dayOfRfc2822(textIn(version, 'date')),
      file: { type: textIn(version, 'source_type').trim(), size: textIn(version, 'size').trim() },
    }))
    .sort((a, b) => a.number - b.number);
  const firstPosted = versions[0]?.day;
  if (!firstPosted || versions.some(({ number }) => Number.isNaN(number))) return null;
  return recordOf({
    ...said(raw),
    id,
    firstPosted,
    version: versions.at(-1)!.number,
    file: versions.at(-1)!.file,
    authors: authorsOf(textIn(raw, 'authors')),
  });
}

/** `arXiv`: authors in parts, but only the dates of the first and last version. */
function readPlain(plain: XmlElement, id: string): SourceRecord | null {
  const firstPosted = dayOfIso(textIn(plain, 'created'));
  if (!firstPosted) return null;
  // The parts contain what authors typed: a name may be `for the CMS Collaboration` or a colon.
  const authors = all(at(plain, 'authors'), 'author').map((author) =>
    ['forenames', 'keyname', 'suffix'].map((part) => textIn(author, part)).join(' '),
  );
  const bare = { id, firstPosted, version: null, file: null };
  return recordOf({ ...said(plain), ...bare, authors: authorsOf(authors.join(', ')) });
}

const said = (metadata: XmlElement) => ({
  title: textIn(metadata, 'title'),
  abstract: textIn(metadata, 'abstract'),
  categories: textIn(metadata, 'categories').split(/\s+/).filter(Boolean),
  comments: textIn(metadata, 'comments'),
  journalRef: textIn(metadata, 'journal-ref'),
  doi: textIn(metadata, 'doi'),
  license: textIn(metadata, 'license'),
});

/** The text at the end of a path, unchanged, because line breaks have a meaning in arXiv's abstracts. */
const textIn = (element: XmlElement, ...path: string[]): string => {
  const found = at(element, ...path);
  return found ? wholeText(found) : '';
};

const wholeText = (element: XmlElement): string =>
  element.children.map((child) => (typeof child === 'string' ? child : wholeText(child))).join('');

/** The fields of all of arXiv's formats, as written there. */
interface ArxivMetadata {
  id: string;
  version: number | null;
  title: string;
  abstract: string;
  authors: string[];
  categories: string[];
  comments: string;
  journalRef: string;
  /** DOIs of the published article, separated by white space. Records do not contain arXiv's own DOI. */
  doi: string;
  /** Address of its license; missing from the query API. */
  license: string;
  /** Day of version 1. */
  firstPosted: Day;
  /** Fields of the newest version. */
  file: VersionFile | null;
}

/** Every text of arXiv's is TeX, read here and never again. */
const readable = (text: string): string => fromTex(text, { isTypeset: true });
const asRead = { texIsRead: true };

/** The record of any of arXiv's formats; `checked` decides whether it is complete. */
export function recordOf(said: ArxivMetadata): SourceRecord {
  const title = line(readable(said.title));
  const abstract = abstractOf(said.abstract) || null;
  const comments = line(said.comments);
  return {
    source: 'arxiv',
    sourceId: said.id,
    version: said.version,
    doi: null,
    identifiers: names([{ kind: 'arxiv', value: said.id }, ...said.doi.split(/\s+/).map(byDoi)]),
    title,
    abstract,
    authors: said.authors,
    ...bibliographyOf(said, title),
    journal: line(readable(said.journalRef)) || null,
    categories: said.categories,
    availableOn: said.firstPosted,
    publicationDate: said.firstPosted,
    publicationTypes: ['Preprint'],
    state: isWithdrawn({ comments, abstract: abstract ?? '', file: said.file }) ? 'withdrawn' : 'current',
    url: `https://arxiv.org/abs/${said.id}`,
  };
}

/** arXiv's formats with versions do not split names. */
function bibliographyOf(said: ArxivMetadata, title: string): Pick<SourceRecord, 'bibliography'> {
  const given = filled({
    license: licenseOf(said.license) ?? undefined,
    titleTex: title === line(said.title) ? undefined : line(said.title),
  });
  return Object.keys(given).length ? { bibliography: { names: [], ...given } } : {};
}

/** Lines break anywhere; a new paragraph starts with two spaces. */
const abstractOf = (text: string): string =>
  paragraphs(
    text
      .trim()
      .split(/\n\s{2,}/)
      .map((part) => line(readable(part)))
      .join('\n'),
  );

/**
 * Splits arXiv's single string of authors into names. It separates them by commas or `and`, with affiliations in
 * parentheses, and a collaboration before a colon or after `for the`.
 * https://info.arxiv.org/help/prep.html#author
 */
export function authorsOf(text: string): string[] {
  const names: string[] = [];
  const plain = line(withoutParentheses(readable(text.replace(noteMarks, ''))))
    .replace(groupBeforeColon, '$1,')
    .replace(onBehalfOfGroup, ', ');
  for (const part of plain.split(/[,;]| (?:and|&) /)) {
    const name = trim(part.trim().replace(/^(?:(?:and|&) +|for +(?:the +)?)/i, ''), /[\s:]/);
    if (!name || /^et al\.?$/i.test(name)) continue;
    if (/^(?:jr|sr|ii|iii|iv|v)\.?$/i.test(name) && names.length > 0) names[names.length - 1] += ` ${name}`;
    else names.push(name);
  }
  // `Okafor, A., Berg, B.`, against the format.
  return pairsIn(names)?.map(inOrder) ?? names;
}

/** `$^{1,*}$` behind a name, which refers to an affiliation. */
const noteMarks = /\$?(?<!\\)\^(?:\{[^{}]{0,30}\}|[\d*])\$?/g;
const groups = String.raw`\b(?:collaborations?|consortium|team|group)\b`;
const groupBeforeColon = new RegExp(`(${groups}) ?:`, 'gi');
const onBehalfOfGroup = new RegExp(` (?:for|on behalf of) (?:the )?(?=[^,;]{0,200}${groups})`, 'gi');

/** Text in parentheses, also nested, and everything after an unclosed one. */
function withoutParentheses(text: string): string {
  let depth = 0;
  let kept = '';
  for (const character of text) {
    if (character === '(') depth++;
    else if (character === ')') depth = Math.max(0, depth - 1);
    else if (depth === 0) kept += character;
  }
  return kept;
}

/** The newest version from the raw format; null for a format without versions. */
interface VersionFile {
  /** `D`, `S`, … as arXiv flags its source; `I` marks a withdrawn version. */
  type: string;
  /** `401kb`; a withdrawn version has no file. */
  size: string;
}

/**
 * arXiv keeps the record of a withdrawn paper (https://info.arxiv.org/help/withdraw.html): its newest version has no
 * file, or the comments or the abstract say so.
 */
export const isWithdrawn = (said: {
  comments: string;
  abstract: string;
  file: VersionFile | null;
}): boolean =>
  (said.file !== null &&
    (said.file.type.includes('I') || /^0(?:\.0+)?\s*(?:[kmg]?b)?$/i.test(said.file.size))) ||
  // `12 pages, 3 figures. This paper has been withdrawn …`
  said.comments
    .slice(0, 2000)
    .split(/(?:[.;,!]|\s[-\u2013\u2014])\s+/)
    .some(beginsWithWithdrawal) ||
  beginsWithWithdrawal(said.comments) ||
  beginsWithWithdrawal(said.abstract);
