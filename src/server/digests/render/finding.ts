import type { SummarySentence } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { plain } from '#shared/values/plainText.ts';
import { capitalized, withoutOpening } from '../summary/wording/opening.ts';

/** Longest finding that a subject states, in characters. */
export const findingLength = 60;
/** Shorter ones say too little. */
const shortest = 24;
/** Papers whose takeaways may lend the subject their finding. */
const papersAtMost = 3;

/**
 * A finding of the digest that is short enough for a subject: a whole sentence of its summary or of a takeaway of its first
 * papers, without the words that only announce it, brackets, a clause behind it about what it means, and its stop. One with
 * a figure comes first. Null where none stands alone in so few characters: nothing is cut short.
 */
export function shortFinding(
  summary: readonly Pick<SummarySentence, 'text' | 'paper'>[],
  papers: readonly PaperInput[],
): string | null {
  const isSound = ({ retracted, notice, note }: PaperInput) =>
    !retracted && !notice && note !== 'revised' && note !== 'now-published';
  const said = [
    ...summary.filter(({ paper }) => papers[paper - 1] && isSound(papers[paper - 1]!)),
    ...papers
      .slice(0, papersAtMost)
      .flatMap((paper) => (paper.takeaway && isSound(paper) ? [{ text: paper.takeaway }] : [])),
  ];
  const short = said.map(({ text }) => bare(text)).filter(isFinding);
  return short.find((text) => /\d/.test(text)) ?? short[0] ?? null;
}

/** A bracket, of figures or an abbreviation, at most so long that looking for it stays quick. */
const bracket = / \((?![^()]*\b(?:not|only|except|but)\b)[^()]{1,120}\)/g;
/** What a finding may mean to its authors, in a clause of its own behind it. */
const meaning =
  /, (?:suggesting|indicating|implying|highlighting|supporting|underscoring|underlining|confirming|providing|consistent with|which (?:suggests|indicates|supports|highlights)) .*$/;

function bare(text: string): string {
  const whole = plain(text).replace(/\.$/, '');
  return capitalized(withoutOpening(whole).replaceAll(bracket, '').replace(meaning, ''));
}

const isFinding = (text: string): boolean =>
  text.length >= shortest &&
  text.length <= findingLength &&
  says.test(text) &&
  !pointsElsewhere.test(text) &&
  !/[?:;]/.test(text);

/** A direction, a relation or a share: what makes a sentence a finding. */
const says =
  /\b(?:increas(?:es|ed)|decreas(?:es|ed)|reduc(?:es|ed)|improv(?:es|ed)|lower(?:s|ed)|rais(?:es|ed)|higher|lower|greater|fewer|longer|shorter|outperform(?:s|ed)|associated with|predict(?:s|ed)|prevent(?:s|ed)|caus(?:es|ed)|did not|does not|no (?:difference|effect|association))\b|\d ?%|\d[- ]?fold\b/i;
/** Words that need the sentence before. */
const pointsElsewhere =
  /^(?:This|These|Those|It|They|Its|Their|Such|Both|All|Here|We|Our|The (?:former|latter|two|same))\b/;
