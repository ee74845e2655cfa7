import { shortenCharacters } from '#mail/layout/words.ts';
import { subjectLength, subjectLine } from '#mail/transport/message.ts';
import { capitalized, withoutOpening } from '#reading/text/wording.ts';
import type { SummarySentence } from '#shared/digests/digest.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { withCommas } from '#shared/values/dates.ts';
import { plain } from '#shared/values/plainText.ts';
import { digestHtml } from './digest.ts';
import { type Detail, type DigestMail, newPapers } from './paperView.ts';
import { printDigestText, viewDigest } from './view.ts';

/** Gmail cuts off a mail after 102 kB of HTML and hides the rest, including the unsubscribe link. */
export const htmlBytesAtMost = 100_000;

/**
 * A digest as a mail: a subject of at most 78 characters, HTML of at most 100,000 bytes, and a text part with the same
 * papers and facts, for any input. Long digests lose detail, never a paper.
 */
export async function renderDigest(
  mail: DigestMail,
): Promise<{ subject: string; html: string; text: string }> {
  const subject = subjectOf(mail);
  for (const detail of details) {
    const view = viewDigest(mail, detail);
    const html = digestHtml(view, mail.site, detail);
    if (Buffer.byteLength(html) <= htmlBytesAtMost)
      return { subject, html, text: printDigestText(view, mail.site) };
  }
  throw new RangeError(`The digest ${mail.digestId} does not fit into a mail.`);
}

/** Highest level first. The last one fits a hundred papers of any kind, at less than 700 bytes each. */
const details: Detail[] = [
  {
    ...{ title: 1200, authors: 300, excerpt: 480, phrases: 4, place: 120, link: 2000 },
    ...{ sentences: 12, sentence: 900, say: true, inline: true },
  },
  {
    ...{ title: 900, authors: 240, excerpt: 280, phrases: 3, place: 100, link: 1000 },
    ...{ sentences: 12, sentence: 600, say: true, inline: false },
  },
  {
    ...{ title: 600, authors: 150, excerpt: 140, phrases: 2, place: 80, link: 500 },
    ...{ sentences: 10, sentence: 400, say: true, inline: false },
  },
  {
    ...{ title: 360, authors: 90, excerpt: 0, phrases: 1, place: 60, link: 240 },
    ...{ sentences: 8, sentence: 300, say: false, inline: false },
  },
  {
    ...{ title: 180, authors: 0, excerpt: 0, phrases: 0, place: 40, link: 130 },
    ...{ sentences: 6, sentence: 240, say: false, inline: false },
  },
];

/**
 * `8 new papers: CRISPR base editing`, so that a phone that cuts it keeps the number; or the finding if one is short
 * enough: `Narrow editors corrected the sickle allele in 61% of cells · CRISPR…`. Cuts the topic alone.
 */
export function subjectOf(mail: Pick<DigestMail, 'term' | 'papers' | 'digestType' | 'summary'>): string {
  const { term, papers, digestType, summary } = mail;
  const finding = digestType === 'daily' ? null : shortFinding(summary, papers);
  if (finding)
    return subjectLine(`${finding} · ${shortenCharacters(plain(term), subjectLength - finding.length - 3)}`);
  const fresh = newPapers(papers).length;
  const papersOf = `${fresh === 1 ? 'paper' : 'papers'}${digestType === 'daily' ? ' today' : ''}`;
  const said = fresh ? `${withCommas(fresh)} new ${papersOf}: ` : 'News: ';
  return subjectLine(`${said}${shortenCharacters(plain(term), subjectLength - said.length)}`);
}

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
  summary: readonly Pick<SummarySentence, 'text' | 'paper' | 'line'>[],
  papers: readonly PaperInput[],
): string | null {
  const isSound = ({ retracted, notice, note }: PaperInput) =>
    !retracted && !notice && note !== 'revised' && note !== 'now-published';
  const said = [
    ...summary.filter(({ paper, line }) => !line && papers[paper - 1] && isSound(papers[paper - 1]!)),
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
