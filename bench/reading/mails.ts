import { digestPaper } from '#digests/compose/paper.ts';
import { renderDigest } from '#digests/render/render.ts';
import { sampleDigest } from '#digests/render/sample.ts';
import { summarize } from '#digests/summary/summarize.ts';
import { relevanceFloor } from '#engine/score/calibrate.ts';
import { openLog } from '#platform/runtime/log.ts';
import { withReading } from '#reading/reading.ts';
import { sourceNames } from '#shared/papers/sources.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import { buildIndex } from '#test/inlineIndex.ts';
import { corpusPapers } from '../data/corpusPapers.ts';
import { corpusRecords } from '../data/corpusRecords.ts';

/** Topics from three fields. */
const usual = ['immune checkpoint inhibitor resistance', 'robot grasping', 'beta-blockers in heart failure'];
const papersInDigest = 10;

/**
 * Prints digests over the real records as their mails read, without a model: `mails [TOPIC…]`. The product's own code ranks,
 * summarizes and prints them. An editor reads this before and after a change to the summary rules.
 */
export default async function run(args: string[]): Promise<void> {
  const papers = corpusPapers();
  if (!papers) {
    console.log('mails: skipped, the real records are missing (../shared/corpus)');
    return;
  }
  const records = new Map(corpusRecords()!.map((record) => [`${record.source}:${record.sourceId}`, record]));
  const index = await buildIndex(papers);
  for (const term of args.length ? args : usual) {
    const topic = { text: term, expansion: [], liked: [], disliked: [], vector: null };
    const ranked = index.rank(
      topic,
      { sources: new Set(sourceNames) },
      { limit: papersInDigest, floor: relevanceFloor },
    );
    const shown = ranked.map((one, at) => {
      const record = records.get(papers[one.id]!.name)!;
      const { title, abstract } = record;
      const work = { ...record, title: cleanTitle(title), abstract: abstract && cleanAbstract(abstract) };
      return withReading({ ...work, n: at + 1, relevance: one.score, ranked: one });
    });
    const summary = await summarize(
      { models: { chat: null, embed: null }, log: openLog('silent') },
      { papers: shown, topic: term, userId: null },
    );
    const { subject, text } = await renderDigest({
      ...sampleDigest(site, new Date()),
      site,
      term,
      papers: shown.map((paper) =>
        digestPaper(asWork(paper), {
          ...paper,
          takeaway: summary.takeaways.get(paper.n) ?? null,
          since: null,
        }),
      ),
      summary: summary.overview,
      writtenBy: summary.writtenBy,
      coverage: [],
    });
    console.log(`Subject: ${subject}\n\n${withoutLinks(text)}\n${'='.repeat(80)}\n`);
  }
}

type Record = NonNullable<ReturnType<typeof corpusRecords>>[number];

/** A record in the form of a work of the corpus. */
const asWork = (record: Record & { n: number }) => ({
  ...record,
  ...{ id: record.n, formerIds: [], bibliography: null, notice: null, kind: 'article' as const },
  ...{ firstSeenAt: new Date(), pdfUrl: null, license: null, alsoAt: [], events: [] },
});

const site = {
  baseUrl: 'https://litwatch.example',
  supportEmail: 'support@litwatch.example',
  operatorName: 'Litwatch LLC',
  postalAddress: '1 Example Street, Dover, DE 19901, USA',
  sample: false,
};

const withoutLinks = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !/^(?:Keep|More like this|Not for me|PDF|https?):/.test(line))
    .join('\n')
    .split('\nOpen on the dashboard')[0]!;
