import type { SummarySentence } from '../../shared/digest.ts';
import { type Role, type Sentence, sentencesOf } from './sentences.ts';

export interface SummaryInput {
  /** Number of the paper in the digest, from 1. */
  n: number;
  title: string;
  abstract: string | null;
}

export interface Summary {
  /** In the order of the papers; each sentence stands word for word in its abstract. */
  overview: SummarySentence[];
  /** Paper number → the one sentence that says what came out of it. */
  takeaways: Map<number, string>;
  writtenBy: string;
}

export const extractive = 'sentences taken from the abstracts';

/**
 * The built-in summary: the sentence of each paper that says what came out, chosen by its role, its place, its
 * concreteness and its closeness to what the papers of the digest share; nothing is said twice.
 * Deterministic; a paper without an abstract has no sentence.
 */
export function summarise(papers: SummaryInput[], topic: string, { sentences = 5 } = {}): Summary {
  const common = commonWords(papers, topic);
  const best = papers.flatMap((paper) => {
    const ranked = rankSentences(paper, common);
    return ranked.length ? [{ n: paper.n, ranked }] : [];
  });
  const takeaways = new Map(best.map(({ n, ranked }) => [n, ranked[0]!.text]));

  const overview: SummarySentence[] = [];
  const said: Set<string>[] = [];
  for (const { n, ranked } of best) {
    if (overview.length === sentences) break;
    const fresh = ranked
      .slice(0, 3)
      .find(({ text }) => said.every((before) => overlap(before, words(text)) < 0.5));
    if (!fresh) continue;
    overview.push({ text: fresh.text, paper: n, quote: fresh.text });
    said.push(words(fresh.text));
  }
  return { overview, takeaways, writtenBy: extractive };
}

/** The summary as the specification stores it: one paragraph a line, each with its [n]. */
export const summaryText = (overview: SummarySentence[]): string | null =>
  overview.length ? overview.map(({ text, paper }) => `${text} [${paper}]`).join('\n') : null;

const roleWorth: Record<Role, number> = {
  conclusion: 1,
  result: 0.95,
  aim: 0.45,
  method: 0.2,
  background: 0.1,
};

function rankSentences(
  { abstract, title }: SummaryInput,
  common: Map<string, number>,
): (Sentence & { worth: number })[] {
  if (!abstract) return [];
  const titleWords = words(title);
  return sentencesOf(abstract)
    .filter(
      ({ text }) => text.length >= 40 && text.length <= 420 && /[.!?)\]”"]$/.test(text) && !isNotice(text),
    )
    .map((sentence) => ({ ...sentence, worth: worthOf(sentence, titleWords, common) }))
    .sort((a, b) => b.worth - a.worth || a.position - b.position);
}

function worthOf(
  { text, role, position }: Sentence,
  titleWords: Set<string>,
  common: Map<string, number>,
): number {
  const own = words(text);
  let centrality = 0;
  for (const word of own) centrality += common.get(word) ?? 0;
  centrality /= Math.sqrt(own.size || 1);
  const aboutTitle = titleWords.size
    ? [...own].filter((word) => titleWords.has(word)).length / titleWords.size
    : 0;
  const concrete = /\d/.test(text) ? 0.12 : 0;
  // A sentence that leans on the one before it reads badly alone.
  const leaning =
    /^(?:It|They|This|These|Those|Such|Thus|Therefore|Moreover|Furthermore|However|In addition|Additionally)\b/.test(
      text,
    )
      ? 0.18
      : 0;
  const long = Math.max(0, text.length - 260) / 800;
  return (
    roleWorth[role] +
    0.35 * aboutTitle +
    0.5 * Math.min(centrality, 0.6) +
    0.1 * position +
    concrete -
    leaning -
    long
  );
}

/** Sentences about the paper as a document say nothing of the matter. */
const isNotice = (text: string): boolean =>
  /\b(?:copyright|all rights reserved|published by|elsevier|wiley|springer|trial registration|clinicaltrials\.gov|PROSPERO|code is available|available at https?|https?:\/\/|github\.com|funding:|conflicts? of interest)\b/i.test(
    text,
  );

/** Share of the digest's papers in whose title or abstract a word stands; words of the topic count double. */
function commonWords(papers: SummaryInput[], topic: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, abstract } of papers)
    for (const word of words(`${title} ${abstract ?? ''}`)) counts.set(word, (counts.get(word) ?? 0) + 1);
  const asked = words(topic);
  const shares = new Map<string, number>();
  for (const [word, count] of counts)
    if (count > 1 || asked.has(word))
      shares.set(word, ((asked.has(word) ? 2 : 1) * count) / (papers.length * 6));
  return shares;
}

const stop = new Set(
  'about above after again against also although among and any are because been before being between both but can could did does during each either for from had has have having here how into its itself may might more most much must not nor now off once only other our out over own same should some such than that the their them then there these they this those through thus too under until upon use used using very via was well were what when where whether which while who why will with within without would you your'.split(
    ' ',
  ),
);

const words = (text: string): Set<string> =>
  new Set(
    (text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}-]{2,}/gu) ?? []).filter((word) => !stop.has(word)),
  );

/** Share of the smaller set that both hold. */
function overlap(a: Set<string>, b: Set<string>): number {
  const shared = [...a].filter((word) => b.has(word)).length;
  return shared / Math.max(1, Math.min(a.size, b.size));
}
