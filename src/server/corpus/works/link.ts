import { inArray } from 'drizzle-orm';
import { papers } from '#platform/db/schema.ts';
import type { ArticleLink, SourceRecord } from '#sources/record/source.ts';
import type { CorpusApp } from '../app.ts';
import { identifierKey } from './identity/identifiers.ts';
import { ingest } from './ingest.ts';
import { ownersOf } from './stored.ts';

/**
 * Adds to preprints the identifiers of their articles, by ingesting the display record again with the article's identifier,
 * so that merging and events work as for any record. Ignores unknown works and known links. Safe to repeat. Returns
 * how many works were linked.
 */
export async function linkArticles(
  app: Pick<CorpusApp, 'db' | 'now' | 'log'>,
  links: ArticleLink[],
): Promise<number> {
  const owners = await ownersOf(
    app.db,
    links.flatMap(({ preprint, article }) => [preprint, article]),
  );
  const fresh = links.flatMap((link) => {
    const paperId = owners.get(identifierKey(link.preprint));
    const isNews = paperId !== undefined && owners.get(identifierKey(link.article)) !== paperId;
    return isNews ? [{ ...link, paperId }] : [];
  });
  if (!fresh.length) return 0;
  const rows = await app.db
    .select()
    .from(papers)
    .where(
      inArray(
        papers.id,
        fresh.map(({ paperId }) => paperId),
      ),
    );
  const works = new Map(rows.map((row) => [row.id, row]));
  const records = fresh.flatMap(({ paperId, article, journal }): SourceRecord[] => {
    const work = works.get(paperId);
    if (!work) return [];
    const { source, sourceId, version, doi, title, abstract, authors, bibliography, url } = work;
    const { categories, publicationTypes, publicationDate, availableOn, state } = work;
    return [
      {
        source,
        sourceId,
        version,
        doi,
        title,
        abstract,
        authors,
        url,
        categories,
        publicationTypes,
        publicationDate,
        availableOn,
        state,
        ...(bibliography ? { bibliography } : {}),
        journal: work.journal ?? journal,
        identifiers: [article],
      },
    ];
  });
  await ingest(app, records);
  return records.length;
}
