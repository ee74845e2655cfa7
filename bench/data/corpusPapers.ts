import type { IndexPaper } from '#search/types.ts';
import { corpusRecords } from './corpusRecords.ts';

/** The real records as the ranking takes them, one a title; null where there are none. */
export function corpusPapers(): IndexPaper[] | null {
  const records = corpusRecords();
  if (!records) return null;
  const titles = new Set<string>();
  return records
    .filter(({ title }) => {
      const key = title.toLowerCase();
      return !titles.has(key) && titles.add(key);
    })
    .map(({ source, title, abstract, journal, publicationTypes, availableOn }, id) => ({
      id,
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
