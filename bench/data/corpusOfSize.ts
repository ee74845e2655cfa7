import type { CorpusPaper } from '#test/inlineIndex.ts';
import { corpusPapers } from './corpusRecords.ts';

/**
 * A corpus of any size: the real records, then variants that take every second sentence from another record, so that
 * no two are alike and word frequencies stay the same. Null without the records.
 */
export function corpusOfSize(size: number): CorpusPaper[] | null {
  const real = corpusPapers();
  if (!real) return null;
  return Array.from({ length: size }, (_, id) => {
    const paper = real[id % real.length]!;
    if (id < real.length) return { ...paper, id };
    const other = real[(id * 7919 + 13) % real.length]!;
    return {
      ...paper,
      id,
      title: `${paper.title} ${wordsOf(other.title, 3)}`,
      abstract: mixed(paper, other),
    };
  });
}

/** Topics as people type them: the first two to four words of titles spread over the corpus. */
export function topicsFrom(papers: readonly CorpusPaper[], count: number): string[] {
  const step = Math.floor(papers.length / count);
  return Array.from({ length: count }, (_, i) => wordsOf(papers[i * step]!.title, 2 + (i % 3)));
}

const wordsOf = (title: string, count: number): string =>
  title
    .split(/[^\p{L}\p{N}-]+/u)
    .filter((word) => word.length > 3)
    .slice(0, count)
    .join(' ');

function mixed({ abstract }: CorpusPaper, other: CorpusPaper): string | null {
  if (!abstract) return null;
  const theirs = sentences(other.abstract ?? '');
  return sentences(abstract)
    .map((sentence, i) => (i % 2 ? (theirs[i] ?? sentence) : sentence))
    .join(' ');
}

const sentences = (text: string) => text.split(/(?<=\.) (?=[A-Z])/);
