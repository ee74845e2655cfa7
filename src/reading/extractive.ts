import { announces, answers, proposes, tellsProcedure } from './text/readable.ts';
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

/**
 * The summary without a model: each paper's sentence that most likely states its finding, as learned from graded
 * abstracts; an overview of the strongest findings in the order of the papers; and two papers that agree or differ, if
 * both say so. No sentence of the overview is also a takeaway, and none repeats another. Deterministic; a paper without
 * an abstract has no sentence.
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
      // If a paper's finding is in the overview, show another informative sentence below the paper, or none.
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

/** The sentence for a paper that stands alone, which is its best one; undefined if that tells too little. */
export const findingOf = ({ sentences: [best] }: Reading): RatedSentence | undefined =>
  best && isShownAlone(best) ? best : undefined;

/** Minimum probability of stating a finding, for a sentence to count for an agreement. */
const leastCarrying = 0.2;

/** The two sentences on which papers agree or differ, if they are not shown yet. */
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

/** Best sentence first, for one paper. */
interface RankedPaper {
  paper: ReadPaper;
  candidates: readonly RatedSentence[];
}

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
const leastOfTakeaway = 0.3;

interface Chosen {
  paper: ReadPaper;
  sentence: RatedSentence;
}

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

const standsAlone = ({ text }: RatedSentence): boolean => !announces(text) && !answers(text);

const isFinding = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastInformative && sentence.finding >= leastFinding;

const isTakeaway = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastInformative && !proposes(sentence.text);

const isShownAlone = (sentence: RatedSentence): boolean =>
  standsAlone(sentence) && sentence.informative >= leastOfTakeaway;

const cited = ({ text, quote }: RatedSentence, paper: number): SummarySentence => ({ text, paper, quote });

/** A sentence in a digest, with the paper that supports it. */
interface Claim {
  paper: number;
  text: string;
  stems: ReadonlySet<string>;
}

interface Agreement<C extends Claim> {
  relation: 'agrees' | 'differs';
  pair: [C, C];
}

type Direction = 'more' | 'less' | 'same';

const directions: readonly (readonly [Direction, RegExp])[] = [
  [
    'same',
    /\b(?:no (?:significant |statistically significant )?(?:difference|effect|association|change)s?|not (?:significantly )?(?:associated|differ\w*|improve\w*|reduce\w*|increase\w*|affect\w*)|did not|unchanged|similar|comparable)\b/gi,
  ],
  [
    'more',
    /\b(?:increas(?:ed?|es)|higher|greater|improv(?:ed?|es)|enhanc(?:ed?|es)|elevated|longer|rose|promot(?:ed?|es))\b/gi,
  ],
  [
    'less',
    /\b(?:decreas(?:ed?|es)|lower(?:ed|s)?|reduc(?:ed?|es)|fewer|declin(?:ed?|es)|suppress(?:ed|es)?|inhibit(?:ed|s)?|attenuat(?:ed?|es)|shorter|worse)\b/gi,
  ],
];

/** Minimum number of common stems for two sentences to be about one question, and of common stems of what changed. */
const leastShared = 4;
/** Number of words on each side of the direction that may name what changed. */
const reach = 4;

/**
 * Two papers that report the direction of the same change: the same direction, or opposite ones. Null unless both
 * sentences state exactly one direction, share most of their content, and the direction is that of the same thing,
 * because a wrong agreement is worse than none.
 */
function agreementOf<C extends Claim>(claims: readonly C[]): Agreement<C> | null {
  const common = commonStems(claims);
  const directed = claims.flatMap((claim) => {
    const found = directionOf(claim.text);
    return found ? [{ claim, ...found }] : [];
  });
  let best: (Agreement<C> & { shared: number }) | null = null;
  for (const [at, one] of directed.entries())
    for (const other of directed.slice(at + 1)) {
      if (one.claim.paper === other.claim.paper) continue;
      const shared = [...one.claim.stems].filter((stem) => other.claim.stems.has(stem));
      const own = shared.filter((stem) => !common.has(stem));
      const changed = [...one.changed].filter((stem) => other.changed.has(stem) && !common.has(stem));
      if (shared.length < leastShared || own.length < 2 || !changed.length) continue;
      const relation = one.direction === other.direction ? 'agrees' : 'differs';
      if (!best || own.length > best.shared)
        best = { relation, pair: [one.claim, other.claim], shared: own.length };
    }
  return best && { relation: best.relation, pair: best.pair };
}

/** The one direction that a sentence states, with the stems of what changed; null for none or several. */
function directionOf(text: string): { direction: Direction; changed: ReadonlySet<string> } | null {
  const found = directions.flatMap(([direction, words]) =>
    [...text.matchAll(words)].map(({ index, 0: word }) => ({ direction, index, end: index + word.length })),
  );
  if (found.length !== 1) return null;
  const [{ direction, index, end }] = found as [(typeof found)[number]];
  const before = text
    .slice(0, index)
    .split(/\s+/)
    .slice(-reach - 1)
    .join(' ');
  const after = text
    .slice(end)
    .split(/\s+/)
    .slice(0, reach + 1)
    .join(' ');
  return { direction, changed: new Set(contentStems(`${before} ${after}`)) };
}

/** The stems in most sentences of the digest: its topic, which does not show that two papers ask the same question. */
function commonStems(claims: readonly Claim[]): ReadonlySet<string> {
  const papers = new Map<string, Set<number>>();
  for (const { paper, stems } of claims)
    for (const stem of stems) {
      const own = papers.get(stem) ?? new Set();
      papers.set(stem, own.add(paper));
    }
  const all = new Set(claims.map(({ paper }) => paper)).size;
  return new Set([...papers].filter(([, own]) => own.size > Math.max(2, all / 2)).map(([stem]) => stem));
}
