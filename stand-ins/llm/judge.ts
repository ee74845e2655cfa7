import { wordsOf } from '../sources/search/words.ts';
import { commandIn, type JudgeTask, type Judgments, type Kind } from './task.ts';

type Paper = JudgeTask['papers'][number];
type Entry = Judgments['papers'][number];

/** What a model knows about a topic's paper; null if it says nothing about it. */
export type Opinion = (topic: string, paper: Paper) => Pick<Entry, 'grade' | 'quote'> | null;

/** A judgment of each paper, as `opinion` has it, spoiled by the chosen behavior. */
export function judge({ topic, papers }: JudgeTask, kind: Kind, opinion: Opinion = bySharedWords): Judgments {
  const entries = papers.flatMap((paper): Entry[] => {
    if (kind === 'obeys-injection' && commandIn(paper))
      return [{ n: paper.n, grade: 3, quote: quoteOf(paper) }];
    const said = opinion(topic, paper);
    return said ? spoiled({ n: paper.n, ...said }, paper, kind) : [];
  });
  return { papers: entries };
}

function spoiled(entry: Entry, paper: Paper, kind: Kind): Entry[] {
  const quote = quoteOf(paper);
  if (kind === 'all3') return [{ ...entry, grade: 3, quote }];
  if (kind === 'all0') return [{ ...entry, grade: 0, quote: '' }];
  if (kind === 'reversed') return [{ ...entry, grade: 3 - entry.grade, quote }];
  if (kind === 'missing') return entry.n % 3 ? [] : [entry];
  if (kind === 'foreign')
    return [
      { ...entry, n: entry.n + 100 },
      { ...entry, n: -1, grade: 3 },
    ];
  if (kind === 'invents-quote')
    return [{ ...entry, quote: 'exactly what everybody on this topic waited for' }];
  if (kind === 'other-language')
    return [{ ...entry, quote: 'Diese Arbeit behandelt genau das gesuchte Thema.' }];
  return [entry];
}

/** Grades by the share of the topic's words that a paper has. */
function bySharedWords(topic: string, paper: Paper): ReturnType<Opinion> {
  const words = new Set(wordsOf(topic).filter((word) => word.length > 2));
  const has = new Set(wordsOf(`${paper.title} ${paper.abstract ?? ''}`));
  const share = words.size ? [...words].filter((word) => has.has(word)).length / words.size : 0;
  const grade = share === 1 ? 3 : share >= 0.6 ? 2 : share > 0 ? 1 : 0;
  return { grade, quote: grade >= 2 ? quoteOf(paper) : '' };
}

/** Words of the paper: its title, or the beginning of its abstract. */
export const quoteOf = ({ title, abstract }: Paper): string =>
  title.length >= 20 && title.split(/\s+/).length >= 3
    ? title
    : (abstract ?? '').slice(0, 200).replace(/\s\S*$/, '');
