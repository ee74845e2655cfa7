import type { SummarySentence } from '#shared/digests/digest.ts';
import { addressesModel } from '../text/promptInjection.ts';
import { sentencesOf } from '../text/sentences.ts';
import { contentStems } from '../text/stems.ts';
import type { SummaryInput } from '../text/summary.ts';
import { certaintyHolds, tenseHolds } from './certainty.ts';
import { namesWithDigits, numbersHold } from './numbers.ts';
import { scopeHolds } from './scope.ts';
import { findQuote, type Place, plainText } from './text.ts';

/** Why a sentence of a model is not believed. */
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
 * Holds one sentence of a model against the abstract that it cites. It passes only when its quote stands there word
 * for word, and when numbers with their units, names, species and population, hedges, negations, direction and tense
 * agree with the sentences that the quote is part of. Rules of words, not of meaning: they refuse many a fair sentence
 * and let few unfair ones pass, because what is refused costs nothing: the abstract's own sentence takes its place.
 * The quote given back is cut from the abstract, so that it stands there to the letter.
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

/** The sentence without its own [n]; null when it cites another paper, or is no sentence of the right length. */
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
  // The abstract's own sentence needs no proof.
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
 * The words that can hedge a quote: all before it in its sentence, and what follows up to the end of its clause.
 * A further clause of its own (`, suggesting that …`) may be left out of a summary with the hedge that it holds.
 */
function untilClauseEnds(abstract: string, from: number, quoteEnd: number, to: number): string {
  const rest = abstract.slice(quoteEnd, to);
  const end = rest.search(nextClause);
  return plainText(abstract.slice(from, quoteEnd) + (end < 0 ? rest : rest.slice(0, end)));
}

const nextClause =
  /[;:]|,\s+(?:and|but|while|whereas|although|though|which|with|suggesting|indicating|implying|highlighting|supporting|underscoring|demonstrating|showing|confirming|providing|consistent)\b/;

/**
 * Genes, strains, drugs, places: names of the sentence that the paper does not have are invented; one that the
 * evidence has is not told more often than there, where it would stand in the place of another.
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

/** Nearly all that is said stands in the paper, most of it in the very sentences. */
function isSupported(said: string, evidence: string, paper: string): boolean {
  const stems = contentStems(said).filter((stem) => !/^\d/.test(stem));
  if (stems.length < 3) return false;
  const share = (text: string): number => {
    const known = new Set(contentStems(text));
    return stems.filter((stem) => known.has(stem)).length / stems.length;
  };
  return share(paper) >= 0.75 && share(evidence) >= 0.5;
}
