import { dayOfIso, dayOfRfc2822 } from '../record/days.ts';
import { failure, firstWords } from '../record/failures.ts';
import { arxivIdOf, checked } from '../record/record.ts';
import type { Identifier, SourceRecord } from '../record/source.ts';
import { line } from '../record/text.ts';
import { all, at, type XmlElement } from '../record/xml.ts';
import { authorsOf } from './authors.ts';
import { readPage, recordOrNull, textIn } from './page.ts';
import { recordOf } from './record.ts';

export interface OaiPage {
  records: SourceRecord[];
  malformed: number;
  deleted: Identifier[];
  /** Null on the last page, which has an empty token or none. */
  token: string | null;
  /** Number of records in the whole list, if given. */
  total: number | null;
  /** The token was too old or unknown, so the list must start again. */
  expired: boolean;
}

/** Parses an OAI-PMH ListRecords reply: https://www.openarchives.org/OAI/openarchivesprotocol.html */
export function readOai(body: string): OaiPage {
  const { frame, records } = readPage(body, 'record');
  if (frame.name !== 'OAI-PMH') throw failure('arxiv', 'malformed', firstWords(body));
  const nothing = { records: [], malformed: 0, deleted: [], token: null, total: 0, expired: false };
  for (const error of all(frame, 'error')) {
    const { code } = error.attributes;
    if (code === 'noRecordsMatch') return nothing;
    if (code === 'badResumptionToken') return { ...nothing, expired: true };
    throw failure('arxiv', 'refused', `${code}: ${line(textIn(frame, 'error'))}`);
  }
  const list = at(frame, 'ListRecords');
  if (!list) throw failure('arxiv', 'malformed', firstWords(body));
  const token = at(list, 'resumptionToken');
  const size = token?.attributes.completeListSize;
  const read = records.map(({ xml }) => recordOrNull(xml, readRecord));
  return {
    ...checked(read.filter((item): item is SourceRecord | null => !isDeleted(item))),
    deleted: read.filter(isDeleted),
    token: (token && textIn(list, 'resumptionToken').trim()) || null,
    total: size && /^\d{1,9}$/.test(size) ? Number(size) : token ? null : records.length,
    expired: false,
  };
}

const isDeleted = (item: SourceRecord | Identifier | null): item is Identifier =>
  item !== null && 'kind' in item;

function readRecord(record: XmlElement): SourceRecord | Identifier | null {
  const header = at(record, 'header');
  const named =
    header &&
    arxivIdOf(
      textIn(header, 'identifier')
        .trim()
        .replace(/^oai:arxiv\.org:/i, ''),
    );
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
  return recordOf({
    ...said(plain),
    id,
    firstPosted,
    version: null,
    file: null,
    authors: authorsOf(authors.join(', ')),
  });
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
