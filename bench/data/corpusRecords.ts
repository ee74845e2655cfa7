import { existsSync } from 'node:fs';
import type { SourceRecord } from '#sources/record/source.ts';
import { type CorpusRecord, readCorpus } from '#stand-ins/sources/records/corpus.ts';
import { splitId } from '#stand-ins/sources/records/entry.ts';
import { sortKey } from '#stand-ins/sources/records/spread.ts';
import { type CorpusPaper, indexPaper } from '#test/inlineIndex.ts';
import { corpusFolder } from './folders.ts';

/** The real records as their adapters would return them; null without the records. */
export function corpusRecords(): SourceRecord[] | null {
  if (!existsSync(corpusFolder)) return null;
  return readCorpus([corpusFolder]).records.map(sourceRecord);
}

/** The real records as the search engine takes them, one per title, named `pubmed:123`; null without the records. */
export function corpusPapers(): (CorpusPaper & { name: string })[] | null {
  const titles = new Set<string>();
  const records = corpusRecords()?.filter(({ title }) => {
    const key = title.toLowerCase();
    return !titles.has(key) && titles.add(key);
  });
  const papers = records?.map(
    ({ source, sourceId, title, abstract, journal, publicationTypes, availableOn }, id) => ({
      ...indexPaper({ id, source, title, abstract, journal, publicationTypes, availableOn, firstSeenAt: 0 }),
      name: `${source}:${sourceId}`,
    }),
  );
  return papers ?? null;
}

/** A line of a corpus file as its source's adapter would return it; the version is null if the line has none. */
function sourceRecord(line: CorpusRecord): SourceRecord {
  const { source } = line;
  const { id } = splitId(source, line.id);
  const version = /(?<=\d)v(\d{1,3})$/.exec(line.id);
  const preprint = source === 'biorxiv' || source === 'medrxiv';
  const doi = (preprint ? id : line.doi)?.toLowerCase() ?? null;
  return {
    source,
    sourceId: preprint ? id.toLowerCase() : id,
    version: source === 'pubmed' || !version ? null : Number(version[1]),
    doi,
    identifiers: line.published_doi ? [{ kind: 'doi', value: line.published_doi.toLowerCase() }] : [],
    title: line.title,
    abstract: line.abstract,
    authors: line.authors,
    journal: source === 'pubmed' ? line.journal_or_category : null,
    categories: source !== 'pubmed' && line.journal_or_category ? [line.journal_or_category] : [],
    availableOn: dayOf(line.published),
    publicationDate: line.published,
    publicationTypes: line.types ?? [preprint || source === 'arxiv' ? 'Preprint' : 'Journal Article'],
    state: 'current',
    url:
      source === 'arxiv'
        ? `https://arxiv.org/abs/${id}`
        : doi
          ? `https://doi.org/${doi}`
          : `https://pubmed.ncbi.nlm.nih.gov/${id}/`,
  };
}

/** `2019 Sep-Oct` becomes 2019-09-01, a missing date 2026-01-01. */
function dayOf(published: string | null): string {
  const key = sortKey(published) ?? 20260101;
  const two = (part: number) => String(Math.max(1, part)).padStart(2, '0');
  const month = Math.min(12, Math.floor(key / 100) % 100);
  return `${Math.floor(key / 10_000)}-${two(month)}-${two(Math.min(28, key % 100))}`;
}
