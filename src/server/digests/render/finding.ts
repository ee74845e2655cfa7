import type { SummarySentence } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { plain } from '#shared/values/plainText.ts';
import { capitalized, withoutOpening } from '../summary/text/wording.ts';

/** Maximum length of a finding in a subject, in characters. */
export const findingLength = 60;
/** Shorter findings say too little. */
const shortest = 24;
/** Number of first papers whose takeaways may become the subject. */
const papersAtMost = 3;

/**
 * A finding of the digest that is short enough for a subject: a whole sentence of its summary or of a takeaway of its
 * first papers, without introductory words, brackets, a final clause about its meaning, and the full stop. Prefers a
 * sentence with a figure. Null if no sentence is short enough, because none is cut.
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

/** A bracket with figures or an abbreviation. The length is limited to keep the search fast. */
const bracket = / \((?![^()]*\b(?:not|only|except|but)\b)[^()]{1,120}\)/g;
/** A final clause about what a finding may mean to its authors. */
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

/** A direction, a relation or a share, which make a sentence a finding. */
const says =
  /\b(?:increas(?:es|ed)|decreas(?:es|ed)|reduc(?:es|ed)|improv(?:es|ed)|lower(?:s|ed)|rais(?:es|ed)|higher|lower|greater|fewer|longer|shorter|outperform(?:s|ed)|associated with|predict(?:s|ed)|prevent(?:s|ed)|caus(?:es|ed)|did not|does not|no (?:difference|effect|association))\b|\d ?%|\d[- ]?fold\b/i;
/** Words that depend on the previous sentence. */
const pointsElsewhere =
  /^(?:This|These|Those|It|They|Its|Their|Such|Both|All|Here|We|Our|The (?:former|latter|two|same))\b/;
