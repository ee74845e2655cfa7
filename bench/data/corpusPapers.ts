import type { CorpusPaper } from '#test/inlineIndex.ts';
import { corpusRecords } from './corpusRecords.ts';

/** The real records as the search engine takes them, one per title, named `pubmed:123`; null without the records. */
export function corpusPapers(): (CorpusPaper & { name: string })[] | null {
  const records = corpusRecords();
  if (!records) return null;
  const titles = new Set<string>();
  return records
    .filter(({ title }) => {
      const key = title.toLowerCase();
      return !titles.has(key) && titles.add(key);
    })
    .map(({ source, sourceId, title, abstract, journal, publicationTypes, availableOn }, id) => ({
      id,
      name: `${source}:${sourceId}`,
      source,
      title,
      abstract,
      journal,
      publicationTypes,
      availableOn,
      firstSeenAt: 0,
      impact: null,
      vector: null,
    }));
}
