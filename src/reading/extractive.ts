import { isUnproven } from './text/complete.ts';
import {
  announces,
  answers,
  isReadable,
  proposes,
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
  const isSmall = papers.filter(({ reading }) => reading.sentences.length > 1).length < papersForOverview;
  // A brief that would say nothing tells what does not name the topic, or, of a few strong matches, what informs by itself.
  const found =
    [isFinding, isTold, ...(isSmall ? [informsByItself] : [])]
      .map((tells) => overviewOf(papers, isSmall, tells))
      .find(({ length }) => length) ?? [];
  const missed = isSmall ? [] : negativesOf(papers, found);
  const taken = new Map([...found, ...missed].map(({ paper, sentence }) => [paper.n, sentence]));
  const takeaways = new Map(
    papers.flatMap((paper) => {
      // If a paper's finding is in the overview, show another informative sentence below the paper, or none.
      const shown = entryOf(paper, taken.get(paper.n));
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
 * review without one, what it covers. Undefined if it probably does not inform on the topic: its facts stand alone then.
 */
export function entryOf(
  paper: Pick<ReadPaper, 'reading' | 'title' | 'abstract' | 'relevance' | 'parts'>,
  told?: RatedSentence,
): Pick<RatedSentence, 'text' | 'quote'> | undefined {
  const { reading, abstract, relevance = 1 } = paper;
  const best = bestBeside(told, reading.sentences);
  if (best && isTold(best, paper)) return { text: best.text, quote: best.quote };
  const isClose = relevance >= strong && isReview(reading) && !reading.addressesModel;
  const about = isClose && abstract && aboutOf(abstract);
  if (!about || !tellsParts(about)) return undefined;
  return { text: spelledOut(about, abstract, abbreviationsIn(about, abstract)), quote: about };
}

/** Whether a sentence on what a review covers names its parts. Without them it says what the title does. */
const tellsParts = (about: string): boolean =>
  /\b(?:review|overview|survey|article|report|chapter)\b/i.test(about) &&
  /:|\b(?:including|such as|namely|perspectives of)\b|(?:,[^,]+){5}/.test(about) &&
  isReadable(about);

const isReview = ({ facts }: Reading): boolean => Boolean(facts.design?.name.endsWith('review'));

/** What `make` makes of an object, made once: a paper and its sentences are asked about many times, a sentence in many digests. */
function once<Of extends object, Made>(make: (of: Of) => Made): (of: Of) => Made {
  const made = new WeakMap<Of, { one: Made }>();
  return (of) => {
    const known = made.get(of) ?? { one: make(of) };
    made.set(of, known);
    return known.one;
  };
}

/** A sentence's content stems, without those of spelled-out abbreviations. */
const stemsOf = once(({ quote }: RatedSentence): ReadonlySet<string> => new Set(contentStems(quote)));

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
/** Minimum chance that a sentence informs, squared because middling ones are too high, and that its paper is on the topic. */
const leastTold = 0.5;
/** Relevance of a strong match. */
const strong = 0.6;
/** What the chance loses if neither the title nor the sentence names a part of the topic. */
const costOfUnnamed = 0.25;
/** The same without a topic. Of 390 graded abstracts left out of the learning, a tenth of the sentences below it inform. */
const leastAlone = 0.22;

type Chosen = { paper: ReadPaper; sentence: RatedSentence };

/**
 * The strongest findings of the digest. A finding is weighted by the relevance of its paper, so that a clear sentence of a
 * barely relevant paper does not displace the findings of the closest ones. A small digest shows every finding below its
 * paper, so this returns other sentences. No repetitions; in the order of the papers. `tells` says what may be told.
 */
function overviewOf(papers: readonly ReadPaper[], isSmall: boolean, tells: typeof isTold): Chosen[] {
  const offers = papers
    .flatMap((paper) => {
      const { relevance = 1, reading } = paper;
      const [best] = reading.sentences;
      const other = best && bestBeside(best, reading.sentences);
      const sentence = isSmall ? other : best;
      if (sentence && (unnamedGroups.test(sentence.text) || isUnproven(sentence.text))) return [];
      // The finding stays below its paper if nothing else would be there, or only what was made.
      if (!sentence || !other || !tells(sentence, paper) || (!isSmall && proposes(other.text))) return [];
      return [{ paper, sentence, value: relevance * sentence.finding }];
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
function negativesOf(papers: readonly ReadPaper[], told: readonly Chosen[]): Chosen[] {
  return papers
    .filter((paper) => !told.some((one) => one.paper === paper))
    .flatMap((paper) => {
      const { relevance = 1, reading } = paper;
      const sentence = reading.sentences.find(
        (one) => isFinding(one, paper) && tellsNothingFound(one.text) && !unnamedGroups.test(one.text),
      );
      return sentence ? [{ paper, sentence, value: relevance * sentence.informative }] : [];
    })
    .sort((a, b) => b.value - a.value)
    .slice(0, negativesAtMost);
}

type Known = Pick<ReadPaper, 'title' | 'relevance' | 'parts'>;

/** A sentence of the overview has no title beside it, so it names the topic itself. */
const isFinding = (sentence: RatedSentence, paper: Known): boolean =>
  isTold(sentence, paper) && unnamedBy([namedIn(sentence)], paper) < 1;

/** Groups that the title would name, and a treatment that only it names. */
const unnamedGroups =
  /\bbetween (?:the |both )?(?:two |study |treatment )?(?:groups|arms)\b|\b(?:before and after|with and without) (?:the )?(?:treatment|intervention|therapy)\.?$/;

const informsByItself = (sentence: RatedSentence, { title, relevance = 0 }: Known): boolean =>
  relevance >= strong && isTold(sentence, { title });

/** Whether a sentence is worth its place with a paper; with a topic, whether it probably informs on the topic. */
function isTold(sentence: RatedSentence, paper: Known): boolean {
  const { informative, text } = sentence;
  if (paper.relevance === undefined)
    return standsAlone(sentence) && informative >= leastAlone && !tellsProcedure(text);
  const chance = informative ** 2 * paper.relevance;
  // Most sentences end here, before their words are read.
  if (chance < leastTold || !standsAlone(sentence)) return false;
  const unnamed = unnamedBy([namedInTitle(paper), namedIn(sentence)], paper);
  return chance * (1 - costOfUnnamed * unnamed) >= leastTold;
}

/** The stems of words; `base-edited` names base editing. */
const namesIn = (words: string): ReadonlySet<string> => new Set(contentStems(words.replaceAll('-', ' ')));
const namedIn = once(({ quote }: RatedSentence) => namesIn(quote));
const namedInTitle = once(({ title }: Known) => namesIn(title));
const namesOfParts = once((parts: readonly string[]) => parts.map((words) => [...namesIn(words)]));
const noParts: readonly string[] = [];

/** Share of the topic's parts that none of some words names. */
function unnamedBy(said: readonly ReadonlySet<string>[], { parts = noParts }: Known): number {
  const isNamed = (stem: string) => said.some((names) => names.has(stem));
  return namesOfParts(parts).filter((names) => !names.some(isNamed)).length / (parts.length || 1);
}

const standsAlone = ({ text }: RatedSentence): boolean => !announces(text) && !answers(text);

const cited = ({ text, quote }: RatedSentence, paper: number): SummarySentence => ({ text, paper, quote });
