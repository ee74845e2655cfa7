import type { SummarySentence } from '#shared/digests/digest.ts';
import { type Agreement, agreementOf, type Claim } from './agreement.ts';
import { onceForText } from './text/onceForText.ts';
import { addressesModel } from './text/promptInjection.ts';
import { announces, answers, isReadable, proposes } from './text/readable.ts';
import { sentencesOf } from './text/sentences.ts';
import { overlap } from './text/stems.ts';
import { extractive, overviewSentences, type Summary, type SummaryInput } from './text/summary.ts';
import { contextOf } from './worth/features.ts';
import { type Worth, worthsOf } from './worth/worth.ts';

/**
 * The summary without a model: of each paper the sentence that says what was found, by what was learned from graded
 * abstracts; an overview of the strongest findings in the order of the papers; and two papers that agree or differ, where
 * both say so. No sentence of the overview is a takeaway, and nothing is said twice. Deterministic; a paper without an
 * abstract has no sentence.
 */
export function extract(papers: SummaryInput[]): Summary {
  const ranked = papers.map((paper) => ({ paper, candidates: candidatesOf(paper) }));
  const chosen = overviewOf(ranked);
  const taken = new Map(chosen.map(({ paper, sentence }) => [paper.n, sentence]));
  const takeaways = new Map(
    ranked.flatMap(({ paper: { n }, candidates }) => {
      const said = taken.get(n);
      const others = candidates.filter((candidate) => candidate !== said);
      const best = others.find(({ stems }) => !said || overlap(said.stems, stems) < sameMatter) ?? others[0];
      return best ? [[n, cited(best, n)] as const] : [];
    }),
  );
  const overview = chosen.map(({ paper, sentence }) => cited(sentence, paper.n));
  return {
    overview: [...overview, ...agreeing(ranked, [...overview, ...takeaways.values()])],
    takeaways,
    writtenBy: extractive,
  };
}

/** Least chance that a sentence says a finding before it may carry an agreement. */
const leastCarrying = 0.2;

/** The two sentences on which papers agree or differ, that nothing before has said. */
function agreeing(ranked: readonly RankedPaper[], said: readonly SummarySentence[]): SummarySentence[] {
  const isSaid = (quote: string) => said.some((one) => one.quote === quote);
  const claims = ranked.flatMap(({ paper: { n }, candidates }) =>
    candidates
      .filter(({ worth, quote }) => worth.finding >= leastCarrying && !isSaid(quote))
      .slice(0, 3)
      .map((candidate) => ({ ...candidate, paper: n })),
  );
  const found: Agreement<Claim & Candidate> | null = agreementOf(claims);
  return found
    ? found.pair
        .map((claim) => ({ ...cited(claim, claim.paper), line: found.relation }))
        .sort((a, b) => a.paper - b.paper)
    : [];
}

interface Candidate {
  /** The sentence as a reader meets it: what only ties it to the one before is cut off its front. */
  text: string;
  /** The part of the abstract that it is. */
  quote: string;
  stems: ReadonlySet<string>;
  worth: Worth;
}

interface RankedPaper {
  paper: SummaryInput;
  /** Best first. */
  candidates: readonly Candidate[];
}

/** About 20 kB each. */
const rememberedAtMost = 500;
const candidatesOf = onceForText(
  readCandidates,
  ({ title, abstract }: SummaryInput) => `${title}\n${abstract ?? ''}`,
  rememberedAtMost,
);

function readCandidates({ title, abstract }: SummaryInput): readonly Candidate[] {
  if (!abstract) return [];
  const sentences = sentencesOf(abstract);
  const context = contextOf(title, abstract, sentences);
  const worths = worthsOf(context);
  const read = sentences.map(({ text }) => withoutTie(text));
  // One look for most abstracts: a sentence that speaks to a model does so among the others as well.
  const speaks = addressesModel(read.map(({ text }) => text).join('\n'));
  return read
    .map(({ text, quote }, at) => ({ text, quote, stems: context.stems[at]!, worth: worths[at]! }))
    .filter(({ text }) => isReadable(text) && !(speaks && addressesModel(text)))
    .sort((a, b) => rankOf(b) - rankOf(a));
}

/** What only announces, or answers a sentence that is not shown, comes last: it is shown where a paper says nothing else. */
const rankOf = ({ text, worth }: Candidate): number =>
  worth.score - (announces(text) || answers(text) ? 2 : 0);

/** Sentences that share so many of their stems say the same. */
const sameMatter = 0.6;
/** Fewer papers need no overview beside their takeaways: it brings what these leave out. */
const papersForOverview = 4;
/** Least chances that the sentence informs, and that it says a finding: weaker ones leave the line out. */
const leastInformative = 0.6;
const leastFinding = 0.12;

interface Chosen {
  paper: SummaryInput;
  sentence: Candidate;
}

/**
 * The strongest findings of the digest, of the papers that have a second sentence good enough to be their takeaway.
 * Nothing twice; in the order of the papers.
 */
function overviewOf(ranked: RankedPaper[]): Chosen[] {
  const able = ranked.filter(({ candidates }) => candidates.length > 1);
  const place = able.length < papersForOverview ? 1 : 0;
  // The finding stays beneath its paper where that would else only announce what was made.
  const told = place ? able : able.filter(({ candidates }) => !proposes(candidates[1]!.text));
  const offers = told
    .map(({ paper, candidates }) => ({
      paper,
      sentence: candidates[place]!,
      value: candidates[place]!.worth.finding + 0.5 * candidates[1 - place]!.worth.finding,
    }))
    .filter(
      ({ sentence: { text, worth } }) =>
        !announces(text) &&
        !answers(text) &&
        (place === 1 || (worth.informative >= leastInformative && worth.finding >= leastFinding)),
    )
    .sort((a, b) => b.value - a.value);
  const chosen: Chosen[] = [];
  for (const { paper, sentence } of offers) {
    if (chosen.length === overviewSentences) break;
    const repeats = chosen.some((before) => overlap(before.sentence.stems, sentence.stems) >= sameMatter);
    if (!repeats) chosen.push({ paper, sentence });
  }
  return chosen.sort((a, b) => a.paper.n - b.paper.n);
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
