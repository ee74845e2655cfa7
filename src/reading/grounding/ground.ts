import { addressesModel } from '../text/promptInjection.ts';
import { sentencesOf } from '../text/sentences.ts';
import { contentStems } from '../text/stems.ts';
import type { SummaryInput, SummarySentence } from '../text/summary.ts';
import { certaintyHolds, tenseHolds } from './certainty.ts';
import { namesWithDigits, numbersHold } from './numbers.ts';
import { scopeHolds } from './scope.ts';
import { findQuote, type Place, plainText } from './text.ts';

/** Why a sentence of a model is rejected. */
export type RejectionReason =
  | 'paper'
  | 'quote'
  | 'form'
  | 'number'
  | 'name'
  | 'scope'
  | 'certainty'
  | 'tense'
  | 'support';

export type Verdict =
  | { sentence: SummarySentence; because: null }
  | { sentence: null; because: RejectionReason };

/**
 * Checks one sentence of a model against the abstract that it cites. It passes only if its quote is in the abstract word
 * for word, and if numbers with their units, names, species and population, hedges, negations, direction and tense agree
 * with the sentences around the quote. These rules look at words, not at meaning. They reject many correct sentences so
 * that few wrong ones pass, because a rejection costs nothing: the abstract's own sentence is used instead. The returned
 * quote is cut from the abstract, so it is exact.
 */
export function ground(claim: SummarySentence, papers: readonly SummaryInput[]): Verdict {
  const paper = papers.find(({ n }) => n === claim.paper);
  if (!paper?.abstract) return { sentence: null, because: 'paper' };
  const place = findQuote(paper.abstract, claim.quote);
  if (!place) return { sentence: null, because: 'quote' };
  const text = withoutReference(claim.text, claim.paper);
  const because =
    text === null ? 'form' : rejectionReason(plainText(text), paper.title, paper.abstract, place);
  if (because) return { sentence: null, because };
  return {
    sentence: { text: text!, paper: claim.paper, quote: paper.abstract.slice(place.from, place.to) },
    because: null,
  };
}

/** The sentence without its own [n]; null if it cites another paper, or is too short or too long. */
function withoutReference(text: string, paper: number): string | null {
  const bare = text
    .replace(/\s+/g, ' ')
    .replace(new RegExp(` ?\\[${paper}\\](?=\\.?$)`), '')
    .trim();
  const wellFormed =
    bare.length >= 25 &&
    bare.length <= 420 &&
    /[.!?]$/.test(bare) &&
    !/\[\d+(?:[,–-]\s?\d+)*\]|https?:|www\.|[<>]\s{0,3}\/?\s{0,3}[a-z]+\b[^<>]*>|[{}`|\\]|\*\*|@\w+\./i.test(
      bare,
    ) &&
    !/[\p{Cc}\p{Cf}\p{Co}]/u.test(bare) &&
    !addressesModel(bare);
  return wellFormed ? bare : null;
}

function rejectionReason(
  said: string,
  title: string,
  abstract: string,
  { from, to }: Place,
): RejectionReason | null {
  const sentences = sentencesOf(abstract).filter((one) => one.from < to && one.to > from);
  if (!sentences.length) return 'quote';
  const evidence = plainText(sentences.map(({ text }) => text).join(' '));
  // A sentence of the abstract itself needs no proof.
  if (sentences.some(({ text }) => plainText(text) === said) || evidence === said) return null;

  const whole = plainText(abstract);
  const paper = `${plainText(title)}. ${whole}`;
  if (!numbersHold(said, evidence, whole)) return 'number';
  if (!namesHold(said, evidence, paper)) return 'name';
  if (!scopeHolds(said, evidence, paper)) return 'scope';
  if (!certaintyHolds(said, untilClauseEnds(abstract, sentences[0]!.from, to, sentences.at(-1)!.to)))
    return 'certainty';
  if (!tenseHolds(said, evidence)) return 'tense';
  return isSupported(said, evidence, paper) ? null : 'support';
}

/**
 * The words that can hedge a quote: all before it in its sentence, and the rest of its clause. A summary may leave out a
 * further clause (`, suggesting that …`) together with its hedge.
 */
function untilClauseEnds(abstract: string, from: number, quoteEnd: number, to: number): string {
  const rest = abstract.slice(quoteEnd, to);
  const end = rest.search(nextClause);
  return plainText(abstract.slice(from, quoteEnd) + (end < 0 ? rest : rest.slice(0, end)));
}

const nextClause =
  /[;:]|,\s+(?:and|but|while|whereas|although|though|which|with|suggesting|indicating|implying|highlighting|supporting|underscoring|demonstrating|showing|confirming|providing|consistent)\b/;

/**
 * Checks the names of genes, strains, drugs and places. A name that the paper lacks is invented. A name of the evidence
 * must not occur more often than there, because it would replace another one.
 */
function namesHold(said: string, evidence: string, paper: string): boolean {
  const numbered = namesWithDigits(said);
  const [here, anywhere] = [namesWithDigits(evidence), namesWithDigits(paper)];
  const times = (name: string, names: string[]) => names.filter((one) => same(one, name)).length;
  const numberedHold = numbered.every((name) => {
    const inEvidence = times(name, here);
    return inEvidence ? times(name, numbered) <= inEvidence : times(name, anywhere) > 0;
  });
  const known = paper.toLowerCase();
  const acronyms = said.match(/(?<![\p{L}\p{N}])\p{Lu}[\p{Lu}-]+(?=s?(?![\p{L}\p{N}]))/gu) ?? [];
  const capitalized = said.match(/(?<=[\p{Ll}\p{N},;)] )\p{Lu}\p{Ll}+/gu) ?? [];
  return numberedHold && [...acronyms, ...capitalized].every((name) => known.includes(name.toLowerCase()));
}

const same = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Whether nearly all words of a sentence are in the paper, and most of them in the evidence. */
function isSupported(said: string, evidence: string, paper: string): boolean {
  const stems = contentStems(said).filter((stem) => !/^\d/.test(stem));
  if (stems.length < 3) return false;
  const share = (text: string): number => {
    const known = new Set(contentStems(text));
    return stems.filter((stem) => known.has(stem)).length / stems.length;
  };
  return share(paper) >= 0.75 && share(evidence) >= 0.5;
}
