import type { SummarySentence } from '#shared/digests/digest.ts';
import { plain } from '#shared/values/plainText.ts';
import { type Agreement, agreementOf, type Claim } from './agreement.ts';
import { announces, answers, proposes, tellsProcedure } from './text/readable.ts';
import { contentStems, overlap } from './text/stems.ts';
import {
  extractive,
  overviewSentences,
  type RatedSentence,
  type Reading,
  type ReadPaper,
  type Summary,
} from './text/summary.ts';

/**
 * The summary without a model: of each paper the sentence that says what was found, by what was learned from graded
 * abstracts; an overview of the strongest findings in the order of the papers; and two papers that agree or differ, where
 * both say so. No sentence of the overview is a takeaway, and nothing is said twice. Deterministic; a paper without an
 * abstract has no sentence.
 */
export function extract(papers: readonly ReadPaper[]): Summary {
  const ranked = papers.map((paper) => ({ paper, candidates: paper.reading.sentences }));
  const isSmall = ranked.filter(({ candidates }) => candidates.length > 1).length < papersForOverview;
  const chosen = overviewOf(ranked, isSmall);
  const taken = new Map(chosen.map(({ paper, sentence }) => [paper.n, sentence]));
  const takeaways = new Map(
    ranked.flatMap(({ paper: { n }, candidates }) => {
      const said = taken.get(n);
      const best = bestBeside(said, candidates);
      // Beneath a paper whose finding is told above stands another that says something, or nothing.
      const isShown = best && (said && !isSmall ? isTakeaway(best) : isShownAlone(best));
      return isShown ? [[n, cited(best, n)] as const] : [];
    }),
  );
  const overview = chosen.map(({ paper, sentence }) => cited(sentence, paper.n));
  return {
    overview: [...overview, ...agreeing(ranked, [...overview, ...takeaways.values()])],
    takeaways,
    writtenBy: extractive,
  };
}

/** What a paper that stands alone is shown with: its best sentence, and the abstract's own words where these differ; or nothing. */
export function findingOf({ sentences: [best] }: Reading): { takeaway?: string; takeawayQuote?: string } {
  if (!best || !isShownAlone(best)) return {};
  const { text, quote } = best;
  return { takeaway: text, ...(plain(quote) !== plain(text) && { takeawayQuote: quote }) };
}

/** Least chance that a sentence says a finding before it may carry an agreement. */
const leastCarrying = 0.2;

/** The two sentences on which papers agree or differ, that nothing before has said. */
function agreeing(ranked: readonly RankedPaper[], said: readonly SummarySentence[]): SummarySentence[] {
  const isSaid = (quote: string) => said.some((one) => one.quote === quote);
  const claims = ranked.flatMap(({ paper: { n }, candidates }) =>
    candidates
      .filter(({ finding, quote }) => finding >= leastCarrying && !isSaid(quote))
      .slice(0, 3)
      .map((sentence) => ({ ...sentence, paper: n, stems: stemsOf(sentence) })),
  );
  const found: Agreement<Claim & RatedSentence> | null = agreementOf(claims);
  return found
    ? found.pair
        .map((claim) => ({ ...cited(claim, claim.paper), line: found.relation }))
        .sort((a, b) => a.paper - b.paper)
    : [];
}

/** Best first; of one paper. */
interface RankedPaper {
  paper: ReadPaper;
  candidates: readonly RatedSentence[];
}

const stems = new WeakMap<RatedSentence, ReadonlySet<string>>();

/** Its content stems, without what is spelled out; of a paper that stands in many digests they are found once. */
function stemsOf(sentence: RatedSentence): ReadonlySet<string> {
  const known = stems.get(sentence) ?? new Set(contentStems(sentence.quote));
  stems.set(sentence, known);
  return known;
}

const sayTheSame = (one: RatedSentence, other: RatedSentence): boolean =>
  overlap(stemsOf(one), stemsOf(other)) >= sameMatter;

/** The best sentence that does not say again what another place says. */
const bestBeside = (
  said: RatedSentence | undefined,
  candidates: readonly RatedSentence[],
): RatedSentence | undefined => candidates.find((one) => one !== said && !(said && sayTheSame(said, one)));

/** Sentences that share so many of their stems say the same. */
const sameMatter = 0.6;
/** Fewer papers need no overview beside their takeaways: it brings what these leave out. */
const papersForOverview = 4;
/** Least chances that the sentence informs, and that it says a finding: weaker ones leave the line out. */
const leastInformative = 0.6;
const leastFinding = 0.12;
/** So likely a finding comes first where its paper has another sentence to show. */
const leastOfFirst = 0.25;
/** Less likely to inform than this, a paper has no takeaway: of 230 graded abstracts none of these sentences did. */
const leastOfTakeaway = 0.3;

interface Chosen {
  paper: ReadPaper;
  sentence: RatedSentence;
}

/**
 * The strongest findings of the digest: first of papers that have another sentence good enough to be their takeaway, then of
 * others. A finding is worth as much as the chance that its paper is right for the topic, so that a clear sentence of a paper
 * at the edge does not take the place of what the closest ones found. In a small digest, where every finding stands beneath
 * its paper, what these leave out. Nothing twice; in the order of the papers.
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
      // The finding stays beneath its paper where that would else say nothing, or only what was made.
      if (!best || !other || proposes(other.text) || !isFinding(best)) return [];
      const isFirst = best.finding >= leastOfFirst && isTakeaway(other);
      const value = relevance * (best.finding + (isFirst ? 1 + 0.5 * other.finding : 0));
      return [{ paper, sentence: best, value }];
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

const standsAlone = ({ text }: RatedSentence): boolean => !announces(text) && !answers(text);

const isFinding = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastInformative && sentence.finding >= leastFinding;

const isTakeaway = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastInformative && !proposes(sentence.text);

const isShownAlone = ({ text, informative }: RatedSentence): boolean =>
  informative >= leastOfTakeaway && !announces(text);

const cited = ({ text, quote }: RatedSentence, paper: number): SummarySentence => ({ text, paper, quote });
