import { addressesModel } from '../text/promptInjection.ts';
import { sentencesOf } from '../text/sentences.ts';
import { contentStems } from '../text/stems.ts';
import type { SummaryInput, SummarySentence } from '../text/summary.ts';
import { pairsOf } from '../text/words.ts';
import { bindingHolds } from './binding.ts';
import { certaintyHolds, tenseHolds } from './certainty.ts';
import { namesWithDigits, numbersHold } from './numbers.ts';
import { populationHolds, scopeHolds } from './scope.ts';
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
  const quote = paper.abstract.slice(place.from, place.to);
  return { sentence: { text: text!, paper: claim.paper, quote }, because: null };
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

function rejectionReason(said: string, title: string, abstract: string, { from, to }: Place) {
  const sentences = sentencesOf(abstract).filter((one) => one.from < to && one.to > from);
  if (!sentences.length) return 'quote';
  const evidence = plainText(sentences.map(({ text }) => text).join(' '));
  // A sentence of the abstract itself needs no proof.
  if (sentences.some(({ text }) => plainText(text) === said) || evidence === said) return null;

  const whole = plainText(abstract);
  const paper = `${plainText(title)}. ${whole}`;
  if (!numbersHold(said, evidence, whole) || !bindingHolds(said, evidence)) return 'number';
  if (!namesHold(said, evidence, paper)) return 'name';
  if (!scopeHolds(said, evidence, paper)) return 'scope';
  if (!isSupported(said, evidence, paper)) return 'support';
  if (!certaintyHolds(said, relevantTo(said, evidence))) return 'certainty';
  if (!tenseHolds(said, evidence)) return 'tense';
  return populationHolds(said, evidence) ? null : 'scope';
}

/**
 * The words that can hedge a sentence: those of the evidence without further clauses that it tells nothing of, which it may
 * leave out together with their hedges. A clause on significance is never left out.
 */
function relevantTo(said: string, evidence: string): string {
  const stems = new Set(meaningsIn(said));
  const hasComparison = /\b(?:than|versus|vs|compared|relative|against|over)\b/i.test(said);
  const figures = said.match(/\d+(?:\.\d+)?/g) ?? [];
  // With figures, only those statements of a row that have one of them, or that the sentence repeats.
  const rows = evidence.replace(connective, '').split(/;\s/);
  const told = rows.filter(
    (row) => figures.some((figure) => row.split(/[^\d.]+/).includes(figure)) || shareOf(stems, row) > 0.6,
  );
  return (told.length > 0 ? told : rows)
    .flatMap((row) => {
      const [first = '', ...further] = row.split(nextClause);
      const kept = further.filter((clause) => {
        if (/significan/i.test(clause)) return true;
        if (comparison.test(clause)) return hasComparison;
        return shareOf(stems, clause) >= leastShared;
      });
      return [first, ...kept];
    })
    .join(' ');
}

const shareOf = (stems: ReadonlySet<string>, text: string): number => shareAmong(stems, meaningsIn(text));
const shareAmong = (stems: ReadonlySet<string>, own: readonly string[]): number =>
  own.filter((stem) => stems.has(stem)).length / Math.max(1, own.length);

/** Words that a true sentence may exchange; what they say of direction and certainty is checked on its own. */
const meanings = new Map(
  pairsOf(`mother matern death mortal died mortal die mortal child pediatr paediatr pediatr heart cardiac kidney renal liver hepat
  lower reduc decreas reduc fell reduc fall reduc drop reduc diminish reduc cut reduc less reduc fewer reduc
  rais increas rose increas rise increas higher increas greater increas elev increas grew increas grow increas
  longer prolong need requir requir requir bring provid brought provid becam becom reach achiev start initi
  trial studi peopl person individu person respond person subject person respons answer help use race racial
  stay remain kept maintain keep maintain retain maintain better improv enhanc improv wors impair weaker attenu
  person person twice doubl twofold doubl surgeri surgic infant neonat newborn neonat treat treatment therapi treatment`),
);
const meaningsIn = (text: string): string[] => contentStems(text).map((stem) => meanings.get(stem) ?? stem);

/** Share of a clause's words that a sentence has, if it tells of the clause. */
const leastShared = 0.3;
const connective =
  /^(?:Similarly|However|Moreover|Furthermore|In addition|Additionally|Overall|Thus|Therefore|Finally),\s/;
const comparison = /^(?:relative to|compared (?:with|to))\b/;
const nextClause =
  /[;:]\s|,\s+(?=(?:and|but|while|whereas|although|though|which|that|with|suggesting|indicating|implying|highlighting|supporting|underscoring|demonstrating|showing|confirming|providing|consistent)\b)|\s(?=(?:although|whereas|relative to|compared (?:with|to)|that may)\b)/;

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
  const stems = meaningsIn(said).filter((stem) => !/^\d/.test(stem));
  const share = (text: string): number => shareAmong(new Set(meaningsIn(text)), stems);
  const known = new Set(meaningsIn(paper));
  // A clause of its own that shares nothing is put in.
  const isPutIn = said
    .split(/[,;]\s(?=and|but|while|whereas|which)/)
    .some((clause) => shareOf(known, clause) < 0.34);
  return stems.length >= 3 && share(paper) >= 0.67 && share(evidence) >= 0.45 && !isPutIn;
}
