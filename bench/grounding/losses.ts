import type { SummaryInput } from '#digests/summary/text/summary.ts';
import type { SummarySentence } from '#shared/digests/digest.ts';

/** Sentences, and how many of them lost what their source says. */
export interface Losses {
  sentences: number;
  /** The quote does not stand in the abstract to the letter. */
  quote: number;
  /** A number, with its unit, that the abstract does not have. */
  figure: number;
  /** The quote hedges, the sentence does not. */
  hedge: number;
  /** The quote names who or what was studied, the sentence does not. */
  scope: number;
  /** A present tense or a certainty that the quote does not have. */
  law: number;
  /** Any of the last three. */
  overgeneralised: number;
}

export const noLosses = (): Losses => ({
  sentences: 0,
  quote: 0,
  figure: 0,
  hedge: 0,
  scope: 0,
  law: 0,
  overgeneralised: 0,
});

/** Adds up what is lost. Shares no rule with the product, so that a mistake of one shows in the other. */
export function countLosses(
  sentences: readonly SummarySentence[],
  papers: readonly SummaryInput[],
  losses: Losses,
): void {
  for (const { text, paper, quote } of sentences) {
    const abstract = papers.find(({ n }) => n === paper)?.abstract ?? '';
    const hedge = words(hedges, quote).length > 0 && words(hedges, text).length === 0;
    const scope = words(scopes, quote).some((word) => !words(scopes, text).includes(word));
    const law = words(laws, text).some((word) => !words(laws, quote).includes(word));
    losses.sentences += 1;
    losses.quote += abstract.includes(quote) ? 0 : 1;
    losses.figure += figures(text).every((figure) => tight(abstract).includes(figure)) ? 0 : 1;
    losses.hedge += hedge ? 1 : 0;
    losses.scope += scope ? 1 : 0;
    losses.law += law ? 1 : 0;
    losses.overgeneralised += hedge || scope || law ? 1 : 0;
  }
}

const hedges =
  /\b(?:may|might|could|possibly|perhaps|probably|likely|suggest\w*|indicat\w*|appears?|seems?|preliminary|potential(?:ly)?|hypothes\w+|associated)\b/gi;
const scopes =
  /\b(?:mice|rats?|pigs?|macaques?|monkeys?|zebrafish|patients?|participants?|children|infants?|adolescents?|women|men|adults?|volunteers|in vitro|ex vivo|cell lines?|organoids?|this (?:cohort|sample|study|model)|our (?:cohort|sample|study|model))\b/gi;
const laws =
  /\b(?:is|are|causes?|prove[sn]?|cures?|reduces|increases|improves|prevents|enhances|inhibits|promotes|always|never)\b/gi;

const words = (kind: RegExp, text: string): string[] => text.toLowerCase().match(kind) ?? [];

/** Each number with the unit that follows it, without spaces. */
const figures = (text: string): string[] =>
  (
    text.match(
      /\d+(?:[.,]\d+)*\s*(?:%|mg\/kg|mg|kg|ml|µg|mm|cm|km|nm|ms|-?fold|days?|weeks?|months?|years?|hours?|minutes?|patients|participants|mice)?/g,
    ) ?? []
  ).map(tight);

const tight = (text: string): string => text.replace(/\s+/g, '');
