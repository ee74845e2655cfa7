import type { DigestMail } from '#digests/render/paperView.ts';
import { sampleDigest } from '#digests/render/sample.ts';
import { digestPaper, partsOf } from '#digests/run/compose.ts';
import { groupsOf } from '#digests/run/groups.ts';
import { summarize } from '#digests/run/readings.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { openLog } from '#platform/runtime/log.ts';
import { withReading } from '#reading/reading.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { buildIndex, everywhere, topicOf } from '#test/inlineIndex.ts';
import { site } from '#test/mail/samples.ts';
import { corpusPapers, corpusRecords } from '../data/corpusRecords.ts';

const papersInDigest = 10;

/** Makes digests of topics over the real records, without a model, by the product's own code; null without the records. */
export async function mailer(): Promise<((term: string) => Promise<DigestMail>) | null> {
  const papers = corpusPapers();
  if (!papers) return null;
  const records = new Map(corpusRecords()!.map((record) => [`${record.source}:${record.sourceId}`, record]));
  const index = await buildIndex(papers);
  return async (term) => {
    const limits = { limit: papersInDigest, floor: relevanceFloor };
    const ranked = index.rank(topicOf(term), everywhere, limits);
    const shown = ranked.map((one, at) => {
      const record = records.get(papers[one.id]!.name)!;
      const { title, abstract } = record;
      const work = { ...record, title: cleanTitle(title), abstract: abstract && cleanAbstract(abstract) };
      const ranked = { relevance: one.score, ranked: one, parts: partsOf(one.why) };
      return withReading({ ...work, id: one.id, n: at + 1, ...ranked });
    });
    const summary = await summarize(
      { models: { chat: null, embed: null }, log: openLog('silent') },
      { papers: shown, topic: term, userId: null, groups: await groupsOf({ index }, term, shown) },
    );
    return {
      ...sampleDigest(site, new Date()),
      ...{ site, term, summary: summary.overview, writtenBy: summary.writtenBy, coverage: [] },
      papers: shown.map((paper) => ({
        ...digestPaper(asWork(paper), {
          ...paper,
          takeaway: summary.takeaways.get(paper.n) ?? null,
          since: null,
        }),
        id: papers[paper.id]!.name,
      })),
    };
  };
}

type Record = NonNullable<ReturnType<typeof corpusRecords>>[number];

/** A record in the form of a work of the corpus. */
const asWork = (record: Record & { id: number }) => ({
  ...record,
  ...{ formerIds: [], bibliography: null, notice: null, kind: 'article' as const },
  ...{ firstSeenAt: new Date(), pdfUrl: null, license: null, alsoAt: [], events: [] },
});
