import { extract } from '#digests/summary/extractive.ts';
import { factsOf } from '#digests/summary/facts/facts.ts';
import { containsPromptInjection } from '#digests/summary/summarize.ts';
import { cleanAbstract, cleanTitle } from '#sources/record/cleanText.ts';
import type { SourceRecord } from '#sources/record/source.ts';
import { corpusRecords } from '../data/corpusRecords.ts';
import { type Figure, table } from '../report/figures.ts';

/**
 * Processor time of what a digest says of its papers, without a model: takeaways and brief, facts, and the look for text
 * that speaks to models. `summary` measures digests of papers that the process has not met before, and digests of papers
 * that others had: on a delivery day a paper stands in many.
 */
export default async function run(): Promise<void> {
  console.log(table(await measure({ quick: false })));
}

const papersInDigest = 10;
/** Digests of which a process remembers every paper. */
const remembered = 40;

export async function measure({ quick }: { quick: boolean }): Promise<Figure[]> {
  const records = corpusRecords()?.filter(({ abstract }) => abstract !== null);
  if (!records) {
    console.error('summary: skipped, the real records are missing (../shared/corpus).');
    return [];
  }
  const count = quick ? 200 : 1000;
  const digests = digestsOf(records, 2 * count);
  // A process that has run for a while: compiled, and with the words that most abstracts have.
  for (const digest of digests.slice(count)) say(digest);
  const fresh = processorMs(digests.slice(0, count), say);
  const last = digests.slice(count - remembered, count);
  const again = Array.from({ length: Math.ceil(count / remembered) }, () => last).flat();
  const known = processorMs(again, say);
  const on = `${count} digests of ${papersInDigest} papers`;
  return [
    { name: 'summary of papers not met before', value: fresh, unit: 'ms', goal: { most: 2.4 }, on },
    { name: 'summary of papers that other digests had', value: known, unit: 'ms', on },
  ];
}

type Work = Pick<SourceRecord, 'title' | 'abstract' | 'publicationTypes' | 'source'>;

/** Digests of papers spread over the corpus, none of them twice. */
function digestsOf(records: readonly SourceRecord[], count: number): Work[][] {
  const step = records.length / (count * papersInDigest);
  return Array.from({ length: count }, (_, digest) =>
    Array.from({ length: papersInDigest }, (_, paper): Work => {
      const { title, abstract, publicationTypes, source } =
        records[Math.floor((paper * count + digest) * step)]!;
      return { title: cleanTitle(title), abstract: cleanAbstract(abstract!), publicationTypes, source };
    }),
  );
}

/** As a digest is composed: sentences first, then each paper. */
function say(works: readonly Work[]): void {
  extract(works.map(({ title, abstract }, at) => ({ n: at + 1, title, abstract })));
  for (const work of works) {
    factsOf(work);
    containsPromptInjection(work);
  }
}

/** Processor milliseconds a digest. */
function processorMs(digests: readonly Work[][], act: (works: readonly Work[]) => void): number {
  const before = process.cpuUsage();
  for (const digest of digests) act(digest);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / digests.length;
}
