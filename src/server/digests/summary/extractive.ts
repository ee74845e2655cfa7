import type { SummarySentence } from '#shared/digests/digest.ts';
import { contextDependence } from './text/contextDependence.ts';
import { addressesModel } from './text/promptInjection.ts';
import { type Role, sentencesOf } from './text/sentences.ts';
import { contentStems, overlap } from './text/stems.ts';
import { extractive, overviewSentences, type Summary, type SummaryInput } from './text/summary.ts';

/**
 * The summary without a model: of each paper the sentence that says what came out, by what it does in its abstract,
 * how central it is there and in the digest, how concrete it is and how well it stands alone; and an overview in the
 * order of the papers in which nothing is said twice. Deterministic; a paper without an abstract has no sentence.
 */
export function extract(papers: SummaryInput[], topic: string): Summary {
  const shared = sharedStems(papers, topic);
  const ranked = papers.map((paper) => ({ paper, sentences: candidates(paper, shared) }));
  const takeaways = new Map(
    ranked.flatMap(({ paper: { n }, sentences }) => {
      const best = top(sentences, ({ asTakeaway }) => asTakeaway);
      return best ? [[n, cited(best, n)] as const] : [];
    }),
  );
  return { overview: overviewOf(ranked, takeaways), takeaways, writtenBy: extractive };
}

type Ranked = { paper: SummaryInput; sentences: Candidate[] };

interface Candidate {
  /** The sentence as a reader meets it: what only ties it to the one before is cut off its front. */
  text: string;
  /** The part of the abstract that it is. */
  quote: string;
  stems: ReadonlySet<string>;
  /** Figures and what came out count more in a takeaway, what it means in an overview. */
  asTakeaway: number;
  asOverview: number;
}

/** Longer sentences bury what they say; shorter ones seldom say something. */
const shortest = 40;
const longest = 420;

function candidates({ title, abstract }: SummaryInput, shared: Map<string, number>): Candidate[] {
  if (!abstract) return [];
  const all = sentencesOf(abstract);
  const stemsOf = all.map(({ text }) => new Set(contentStems(text)));
  const about = new Set(contentStems(title));
  const central = centralities(stemsOf);
  const read = all.map(({ text }) => withoutTie(text));
  // A sentence that speaks to a model does so among the others as well, each on a line of its own: one look for most.
  const speaks = addressesModel(read.map(({ text }) => text).join('\n'));
  return all.flatMap((sentence, at) => {
    const { text, quote } = read[at]!;
    if (!isReadable(text) || (speaks && addressesModel(text))) return [];
    const stems = stemsOf[at]!;
    const basis =
      0.45 * overlapOf(about, stems) +
      0.3 * central[at]! +
      0.5 * Math.min(0.6, weight(stems, shared)) +
      0.1 * sentence.position -
      contextDependence(sentence, abstract, title) -
      (outlook.test(text) ? 0.45 : 0) -
      (vague.test(text) ? 0.2 : 0) -
      Math.max(0, text.length - 260) / 800;
    const concrete = figure.test(text) ? 0.14 : /\d/.test(text) ? 0.08 : 0;
    const trust = sentence.sure ? 1 : 0.75;
    return {
      text,
      quote,
      stems,
      asTakeaway: basis + trust * takeawayWorth[sentence.role] + concrete,
      asOverview: basis + trust * overviewWorth[sentence.role],
    };
  });
}

const takeawayWorth: Record<Role, number> = {
  result: 1,
  conclusion: 1,
  aim: 0.45,
  method: 0.2,
  background: 0.1,
};
const overviewWorth: Record<Role, number> = { ...takeawayWorth, conclusion: 1.15, result: 0.95 };

/** What somebody should do one day is not what came out. */
const outlook =
  /\b(?:future (?:work|research|studies|investigations?|directions|trials)|further (?:research|studies|study|work|investigations?|trials|validation)|(?:is|are|remain|will be) (?:\w+ )?(?:needed|required|warranted|necessary|essential|crucial)|should (?:be|consider|focus|aim|include|explore|investigate)|need(?:s)? to be|we (?:hope|plan|will|discuss|outline)|will (?:require|need|help|allow|contribute|inform))\b/i;

const vague =
  /\b(?:(?:provides?|offers?|lays?|establish(?:es)?|providing|offering|laying) (?:[\w-]+ ){0,3}(?:foundation|basis|framework|perspective|insights?|roadmap|reference|guidance|resource|avenues?|tool)|pav(?:es?|ing) the way|opens? (?:up )?(?:new |novel )?(?:avenues?|directions|possibilities)|highlights? the (?:importance|need|potential)|emphasi[sz]es? the (?:importance|need)|has (?:important )?implications|remains? (?:unclear|unknown|a challenge)|promising (?:approach|direction|avenue))\b/i;

/** A share, a ratio, an interval, a test: the shapes in which results are told. */
const figure =
  /\d\s?%|\b(?:OR|HR|RR|AUC|CI|odds|hazard|risk|rate) ?(?:ratio)?\b[^.]{0,20}\d|\bp\s?[<=≤]|\d[- ]?fold|\d\s?(?:times|×)/i;

/** Below this a sentence tells too little to stand for its paper in the overview: the next paper gets the place. */
const worthOverview = 0.75;

/** One of each of the first papers: not what its takeaway says where another is nearly as good, and nothing twice. */
function overviewOf(ranked: Ranked[], takeaways: Map<number, SummarySentence>): SummarySentence[] {
  const overview: SummarySentence[] = [];
  const said: ReadonlySet<string>[] = [];
  for (const { paper, sentences } of ranked) {
    if (overview.length === overviewSentences) break;
    const taken = takeaways.get(paper.n)?.quote;
    const best = top(sentences, ({ asOverview, quote, stems }) => {
      const repeated = Math.max(0, ...said.map((before) => overlap(before, stems)));
      return repeated >= 0.6
        ? Number.NEGATIVE_INFINITY
        : asOverview - 0.5 * repeated - (quote === taken ? 0.2 : 0);
    });
    if (!best || best.asOverview < worthOverview) continue;
    overview.push(cited(best, paper.n));
    said.push(best.stems);
  }
  return overview;
}

function top(sentences: Candidate[], worth: (candidate: Candidate) => number): Candidate | null {
  let best: Candidate | null = null;
  let most = Number.NEGATIVE_INFINITY;
  for (const candidate of sentences) {
    const value = worth(candidate);
    if (value > most) [best, most] = [candidate, value];
  }
  return best;
}

const cited = ({ text, quote }: Candidate, paper: number): SummarySentence => ({ text, paper, quote });

/** Words that tie a sentence to the one before it, and say nothing themselves. */
const tie =
  /^(?:In conclusion|In summary|To summari[sz]e|Overall|Taken together|Altogether|Collectively|Together|Here|Importantly|Notably|Interestingly|Remarkably|Strikingly|Finally|Lastly|Moreover|Furthermore|Additionally|In addition|Also|Indeed|Further|However|Nevertheless|Nonetheless|Thus|Therefore|Hence|Consequently|Accordingly|As a result|Specifically|In particular|First|Firstly|Second|Secondly|Third|Thirdly),\s+(?=\p{L})/u;

function withoutTie(sentence: string): { text: string; quote: string } {
  const quote = sentence.replace(tie, '');
  const first = quote.codePointAt(0) === undefined ? '' : String.fromCodePoint(quote.codePointAt(0)!);
  // `mRNA` and `p53` keep their small letter: only a small word becomes a beginning.
  const text =
    quote !== sentence && /^\p{Ll}+\b/u.test(quote) ? first.toUpperCase() + quote.slice(first.length) : quote;
  return { text, quote };
}

/** A whole sentence about the matter, and not about the paper as a document. */
const isReadable = (text: string): boolean =>
  text.length >= shortest &&
  text.length <= longest &&
  /^[\p{Lu}\p{N}"“‘'(]|^\p{Ll}+\p{Lu}|^\p{Ll}\p{N}/u.test(text) &&
  /[.!?)\]”"]$/.test(text) &&
  text.split(/\s+/).length >= 6 &&
  !/[:;,]$/.test(text) &&
  !/\p{Ll}(?:The|This|These|We|Our|In|To)\s/u.test(text.slice(0, 90)) &&
  !notice.test(text);

const notice =
  /\b(?:copyright|all rights reserved|published by|elsevier|wiley|springer nature|trial registration|registry|registered (?:at|with|in|on)|registration number|clinicaltrials\.gov|PROSPERO|ISRCTN\d*|(?:code|data|dataset|software|source|package|model|model weights|project page|demo|supplement\w*)(?: and \w+)? (?:is|are|will be|can be) (?:publicly |freely |openly |made )*(?:available|released|found|accessed)|available (?:at|from|on) |https?:|www\.|github|zenodo|huggingface|funded by|funding:|grant number|conflicts? of interest|supplementary (?:information|data|material)|accepted (?:at|to|by|for)|to appear (?:in|at)|\d+ pages|video abstract|this article is protected)\b|https?:\/\//i;

const overlapOf = (wanted: ReadonlySet<string>, stems: ReadonlySet<string>): number => {
  let shared = 0;
  for (const one of wanted) if (stems.has(one)) shared++;
  return shared / Math.max(1, wanted.size);
};

/**
 * Of each sentence its mean similarity to the others of the abstract, 0 to 1 (degree centrality, Erkan and Radev 2004):
 * stems shared, by the geometric mean of both sizes. Added up by stem, not by pair of sentences.
 */
function centralities(all: ReadonlySet<string>[]): number[] {
  const held = new Map<string, number>();
  for (const stems of all)
    for (const one of stems) held.set(one, (held.get(one) ?? 0) + 1 / Math.sqrt(stems.size));
  return all.map((stems) => {
    if (all.length < 2 || !stems.size) return 0;
    let sum = 0;
    for (const one of stems) sum += held.get(one)!;
    const itself = Math.sqrt(stems.size);
    return (sum - itself) / itself / (all.length - 1);
  });
}

function weight(stems: ReadonlySet<string>, shared: Map<string, number>): number {
  let sum = 0;
  for (const one of stems) sum += shared.get(one) ?? 0;
  return sum / Math.sqrt(stems.size || 1);
}

/** What the papers of the digest have in common, by the share of them that holds it; the topic's words count double. */
function sharedStems(papers: SummaryInput[], topic: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { title, abstract } of papers)
    for (const one of new Set(contentStems(`${title} ${abstract ?? ''}`)))
      counts.set(one, (counts.get(one) ?? 0) + 1);
  const asked = new Set(contentStems(topic));
  const shared = new Map<string, number>();
  for (const [one, count] of counts)
    if (count > 1 || asked.has(one))
      shared.set(one, ((asked.has(one) ? 2 : 1) * count) / (papers.length * 6));
  return shared;
}
