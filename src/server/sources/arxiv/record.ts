import { licenseOf } from '../record/license.ts';
import { byDoi, names } from '../record/record.ts';
import type { Day, SourceRecord } from '../record/source.ts';
import { filled, line, paragraphs } from '../record/text.ts';
import { fromTex } from './tex.ts';
import { isWithdrawn, type VersionFile } from './withdrawal.ts';

/** The fields of all of arXiv's formats, as written there. */
export interface ArxivMetadata {
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

/** The record of any of arXiv's formats; `checked` decides whether it is complete. */
export function recordOf(said: ArxivMetadata): SourceRecord {
  const title = line(fromTex(said.title));
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
    journal: line(fromTex(said.journalRef)) || null,
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
      .map((part) => line(fromTex(part)))
      .join('\n'),
  );
