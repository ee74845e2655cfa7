import { harvest } from '#corpus/harvest/harvest.ts';
import type { App } from '#kit/feature.ts';
import { paperIdentifiers } from '#platform/db/schema.ts';
import type { SourcesStandIn } from '#stand-ins/sources/server.ts';

/** PMIDs not used in the sample library. */
const firstPmid = 900_000_000;

/** Adds a retraction notice for each of these papers to PubMed, and harvests it. */
export async function retract(app: App, sources: SourcesStandIn, paperIds: number[]): Promise<void> {
  if (!paperIds.length) return;
  const pmids = paperIds.map((id) => ({ paperId: id, value: String(firstPmid + 2 * id) }));
  await app.db.insert(paperIdentifiers).values(pmids.map((pmid) => ({ ...pmid, kind: 'pmid' as const })));
  sources.add(
    pmids.map(({ paperId, value }) => ({
      ...{ source: 'pubmed', id: String(firstPmid + 2 * paperId + 1), title: 'Retraction Note' },
      ...{ authors: ['Sample, A.'], types: ['Retraction of Publication'] },
      links: [{ type: 'RetractionOf', id: value }],
    })),
  );
  // The worker may be reading the same source.
  while ((await harvest(app, 'pubmed')).outcome !== 'complete')
    await new Promise((resolve) => setTimeout(resolve, 100));
}
