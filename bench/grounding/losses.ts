import type { SummaryInput } from '#reading/text/summary.ts';
import type { SummarySentence } from '#shared/digests/digest.ts';

/** The number of sentences, and how many of them lost something their source says. */
export const noLosses = () => ({
  sentences: 0,
  /** The quote is not in the abstract verbatim. */
  quote: 0,
  /** The sentence has a number with its unit that the abstract does not. */
  figure: 0,
  /** The quote hedges; the sentence does not. */
  hedge: 0,
  /** The quote names who or what was studied; the sentence does not. */
  scope: 0,
  /** The sentence has a present tense or a certainty that the quote does not. */
  certainty: 0,
  /** Any of the last three. */
  overgeneralized: 0,
});
export type Losses = ReturnType<typeof noLosses>;

/** Adds to `losses`. Shares no rule with the product, so that a mistake in one shows in the other. */
export function countLosses(
  sentences: readonly SummarySentence[],
  papers: readonly SummaryInput[],
  losses: Losses,
): void {
  for (const { text, paper, quote } of sentences) {
    const abstract = papers.find(({ n }) => n === paper)?.abstract ?? '';
    const hedge = words(hedges, quote).length > 0 && words(hedges, text).length === 0;
    const scope = words(scopes, quote).some((word) => !words(scopes, text).includes(word));
    const certainty = words(certainties, text).some((word) => !words(certainties, quote).includes(word));
    losses.sentences += 1;
    losses.quote += abstract.includes(quote) ? 0 : 1;
    losses.figure += figures(text).every((figure) => withoutSpaces(abstract).includes(figure)) ? 0 : 1;
    losses.hedge += hedge ? 1 : 0;
    losses.scope += scope ? 1 : 0;
    losses.certainty += certainty ? 1 : 0;
    losses.overgeneralized += hedge || scope || certainty ? 1 : 0;
  }
}

const hedges =
  /\b(?:may|might|could|possibly|perhaps|probably|likely|suggest\w*|indicat\w*|appears?|seems?|preliminary|potential(?:ly)?|hypothes\w+|associated)\b/gi;
const scopes =
  /\b(?:mice|rats?|pigs?|macaques?|monkeys?|zebrafish|patients?|participants?|children|infants?|adolescents?|women|men|adults?|volunteers|in vitro|ex vivo|cell lines?|organoids?|this (?:cohort|sample|study|model)|our (?:cohort|sample|study|model))\b/gi;
const certainties =
  /\b(?:is|are|causes?|prove[sn]?|cures?|reduces|increases|improves|prevents|enhances|inhibits|promotes|always|never)\b/gi;

const words = (kind: RegExp, text: string): string[] => text.toLowerCase().match(kind) ?? [];

/** Each number with the unit that follows it, without spaces. */
const figures = (text: string): string[] =>
  (
    text.match(
      /\d+(?:[.,]\d+)*\s*(?:%|mg\/kg|mg|kg|ml|µg|mm|cm|km|nm|ms|-?fold|days?|weeks?|months?|years?|hours?|minutes?|patients|participants|mice)?/g,
    ) ?? []
  ).map(withoutSpaces);

const withoutSpaces = (text: string): string => text.replace(/\s+/g, '');
