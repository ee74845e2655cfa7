import {
  announces,
  answers,
  isReadable,
  proposes,
  tellsMade,
  tellsNothingFound,
  tellsProcedure,
} from './text/readable.ts';
import { contentStems, overlap } from './text/stems.ts';
import {
  extractive,
  overviewSentences,
  type RatedSentence,
  type Reading,
  type ReadPaper,
  type Summary,
  type SummarySentence,
} from './text/summary.ts';
import { abbreviationsIn, aboutOf, spelledOut } from './text/wording.ts';

/**
 * The summary without a model: each paper's sentence that most likely states its finding, as learned from graded
 * abstracts; an overview of the strongest findings in the order of the papers, then of what was looked for and not found.
 * No sentence of the overview is also a takeaway, and none repeats another. Deterministic; a paper without an abstract has
 * no sentence.
 */
export function extract(papers: readonly ReadPaper[]): Summary {
  const ranked = papers.map((paper) => ({ paper, candidates: onTopic(paper) }));
  const isSmall = ranked.filter(({ candidates }) => candidates.length > 1).length < papersForOverview;
  const found = overviewOf(ranked, isSmall);
  const missed = isSmall ? [] : negativesOf(ranked, found);
  const chosen = [...found, ...missed];
  const taken = new Map(chosen.map(({ paper, sentence }) => [paper.n, sentence]));
  const takeaways = new Map(
    ranked.flatMap(({ paper }) => {
      // If a paper's finding is in the overview, show another informative sentence below the paper, or none.
      const isEnough = isSmall ? isShownAlone : taken.has(paper.n) ? isTakeaway : isShownAmong;
      const shown = entryOf(paper, { told: taken.get(paper.n), isEnough, candidates: onTopic(paper) });
      return shown ? [[paper.n, { ...shown, paper: paper.n }] as const] : [];
    }),
  );
  const overview = [
    ...found.map(({ paper, sentence }) => cited(sentence, paper.n)),
    ...missed.map(({ paper, sentence }) => ({ ...cited(sentence, paper.n), line: 'missing' as const })),
  ];
  return { overview, takeaways, writtenBy: extractive };
}

/**
 * The sentence that stands with a paper, at every door: its best one, or the best beside the one that the brief tells; of a
 * review without one, what it covers. Undefined if none of them informs: its facts stand alone then.
 */
export function entryOf(
  { reading, abstract, isDoubtful }: Pick<ReadPaper, 'reading' | 'abstract' | 'isDoubtful'>,
  { told, isEnough = isShownAlone, candidates = reading.sentences }: Entry = {},
): Pick<RatedSentence, 'text' | 'quote'> | undefined {
  const best = bestBeside(told, candidates);
  if (best && isEnough(best)) return { text: best.text, quote: best.quote };
  const about = !isDoubtful && isReview(reading) && !reading.addressesModel && abstract && aboutOf(abstract);
  if (!about || !abstract || !tellsParts(about)) return undefined;
  return { text: spelledOut(about, abstract, abbreviationsIn(about, abstract)), quote: about };
}

/** Whether a sentence on what a review covers names its parts. Without them it says what the title does. */
const tellsParts = (about: string): boolean =>
  /\b(?:review|overview|survey|article|report|chapter)\b/i.test(about) &&
  (about.match(/[,:;]/g)?.length ?? 0) > 1 &&
  isReadable(about);

interface Entry {
  told?: RatedSentence | undefined;
  isEnough?: (sentence: RatedSentence) => boolean;
  candidates?: readonly RatedSentence[];
}

/** The sentences of a paper, best first; of one that may be off the topic only those that have as many of its words as the topic. */
function onTopic({ reading: { sentences }, asked = [], isDoubtful }: ReadPaper): readonly RatedSentence[] {
  if (!isDoubtful || !asked.length) return sentences;
  const wanted = new Set(contentStems(asked[0]!)).size;
  const named = new Set(contentStems(asked.join(' ')));
  return sentences.filter((one) => [...stemsOf(one)].filter((stem) => named.has(stem)).length >= wanted);
}

const isReview = ({ facts }: Reading): boolean => Boolean(facts.design?.name.endsWith('review'));

/** Best sentence first, for one paper. */
type RankedPaper = { paper: ReadPaper; candidates: readonly RatedSentence[] };

const stems = new WeakMap<RatedSentence, ReadonlySet<string>>();

/** A sentence's content stems, without those of spelled-out abbreviations. Computed once for a paper in many digests. */
function stemsOf(sentence: RatedSentence): ReadonlySet<string> {
  const known = stems.get(sentence) ?? new Set(contentStems(sentence.quote));
  stems.set(sentence, known);
  return known;
}

const sayTheSame = (one: RatedSentence, other: RatedSentence): boolean =>
  overlap(stemsOf(one), stemsOf(other)) >= sameMatter;

/** The best sentence that does not repeat one shown elsewhere. */
const bestBeside = (
  said: RatedSentence | undefined,
  candidates: readonly RatedSentence[],
): RatedSentence | undefined => candidates.find((one) => one !== said && !(said && sayTheSame(said, one)));

/** Share of common stems from which two sentences say the same. */
const sameMatter = 0.6;
/** Fewer papers need no overview of findings, which their takeaways show. It then shows other sentences. */
const papersForOverview = 4;
/** Minimum probabilities that a sentence informs, and that it states a finding, for the overview. */
const leastInformative = 0.6;
const leastFinding = 0.12;
/** Minimum probability to inform, for a takeaway. Of 230 graded abstracts, no sentence below it was informative. */
const leastOfTakeaway = 0.29;
/** The same in a digest of several papers: of forty digests’ sentences below it, three of five did not inform. */
const leastAmong = 0.5;

type Chosen = { paper: ReadPaper; sentence: RatedSentence };

/**
 * The strongest findings of the digest. A finding is weighted by the relevance of its paper, so that a clear sentence of a
 * barely relevant paper does not displace the findings of the closest ones. A small digest shows every finding below its paper, so this returns other sentences. No
 * repetitions; in the order of the papers.
 */
function overviewOf(ranked: RankedPaper[], isSmall: boolean): Chosen[] {
  const offers = ranked
    .flatMap(({ paper, candidates }) => {
      const { relevance = 1 } = paper;
      const [best] = candidates;
      const other = best && bestBeside(best, candidates);
      if (isSmall)
        return other && standsAlone(other) && !tellsProcedure(other.text)
          ? [{ paper, sentence: other, value: relevance * other.finding }]
          : [];
      // The finding stays below its paper if nothing else would be there, or only what was made.
      if (!best || !other || proposes(other.text) || !isFinding(best)) return [];
      return [{ paper, sentence: best, value: relevance * best.finding }];
    })
    .sort((a, b) => b.value - a.value);
  const chosen: Chosen[] = [];
  for (const { paper, sentence } of offers) {
    if (chosen.length === overviewSentences) break;
    const repeats = chosen.some((before) => sayTheSame(before.sentence, sentence));
    if (!repeats) chosen.push({ paper, sentence });
  }
  return chosen.sort((a, b) => a.paper.n - b.paper.n);
}

/** Maximum number of negative findings in a brief. */
const negativesAtMost = 1;

/** The clearest sentence of another paper that reports no difference, effect or association, and nothing else. */
function negativesOf(ranked: readonly RankedPaper[], told: readonly Chosen[]): Chosen[] {
  return ranked
    .filter(({ paper }) => !told.some((one) => one.paper === paper))
    .flatMap(({ paper, candidates }) => {
      const sentence = candidates.find((one) => isFinding(one) && tellsNothingFound(one.text));
      return sentence ? [{ paper, sentence, value: (paper.relevance ?? 1) * sentence.informative }] : [];
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, negativesAtMost);
}

const standsAlone = ({ text }: RatedSentence): boolean => !announces(text) && !answers(text);

const isFinding = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastInformative && sentence.finding >= leastFinding;

const isTakeaway = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastInformative && !proposes(sentence.text);

/** Among others, a sentence has to inform rather than not; a paper alone shows it sooner. */
const isShownAmong = (sentence: RatedSentence): boolean =>
  isShownAlone(sentence) && sentence.informative >= leastAmong;

const isShownAlone = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) &&
  sentence.informative >= leastOfTakeaway &&
  (!tellsProcedure(sentence.text) || tellsMade(sentence.text));

const cited = ({ text, quote }: RatedSentence, paper: number): SummarySentence => ({ text, paper, quote });
