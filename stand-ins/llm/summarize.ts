import { type Claim, commandIn, type Kind, type SummarizeTask, type Summary } from './task.ts';

type Paper = SummarizeTask['papers'][number];

/** A summary of up to five papers and a takeaway of each, true or false by the chosen behavior. */
export function summarize({ papers }: SummarizeTask, kind: Kind | null): Summary {
  const obeyed = kind === 'obeys-injection' ? order(papers) : null;
  if (obeyed) return obeyed;
  const spoil = spoilers[kind ?? 'faithful'] ?? honest;
  const claims = papers.flatMap((paper) => {
    const said = best(paper);
    return said ? [spoil({ text: said, paper: paper.n, quote: said }, papers)] : [];
  });
  return { overview: claims.slice(0, 5), takeaways: claims };
}

type Spoiler = (claim: Claim, papers: Paper[]) => Claim;

const honest: Spoiler = (claim) => claim;

const spoilers: Partial<Record<Kind, Spoiler>> = {
  // A true quote with an invented number.
  'invents-number': (claim) => ({
    ...claim,
    text: /\d/.test(claim.text)
      ? claim.text.replace(/\d+(?:\.\d+)?/, (number) => String(Number(number) * 3 + 7))
      : claim.text.replace(/\.?$/, ' by 47%.'),
  }),
  'invents-quote': (claim) => ({
    ...claim,
    quote: 'our randomized comparison showed an unequivocal benefit in every participant',
  }),
  'other-language': (claim) => ({ ...claim, text: 'Die Werte sanken deutlich, wie die Studie zeigt.' }),
  'invents-paper': (claim, papers) => ({ ...claim, paper: claim.paper + papers.length + 10 }),
  // Drops hedges, limits of scope and uncertainty, and turns the past tense into a general rule.
  overgeneralises: (claim) => ({
    ...claim,
    text: claim.text
      .replace(/\s*\([^)]*\)/g, '')
      .replace(/\b(?:may|might|could|can)\s+(?:have|be)\b/g, 'is')
      .replace(/\b(?:may|might|could|appears? to|seems? to|is likely to|probably|possibly|perhaps)\s+/g, '')
      .replace(/\b(?:suggest(?:s|ed)?|indicat(?:es?|ed))\b/g, 'prove')
      .replace(
        /\s+in (?:mice|rats|pigs|macaques|monkeys|ferrets|vitro|this (?:cohort|sample|study|model))\b/g,
        '',
      )
      .replace(/\bwas associated with\b/g, 'causes')
      .replace(/\bwere\b/g, 'are')
      .replace(/\bwas\b/g, 'is'),
  }),
};

/** Follows an instruction found in an abstract, for the whole summary. */
function order(papers: Paper[]): Summary | null {
  for (const { n, ...paper } of papers) {
    const command = commandIn({ n, ...paper });
    if (!command) continue;
    const text = /["“']([^"”']{8,})["”']/.exec(command)?.[1] ?? command;
    const claim = { text, paper: n, quote: text };
    return { overview: [claim], takeaways: papers.map((paper) => ({ ...claim, paper: paper.n })) };
  }
  return null;
}

/** The sentence of the abstract that looks most like a result, verbatim and without its label. */
function best({ abstract }: Paper): string | null {
  const sentences = [...new Intl.Segmenter('en', { granularity: 'sentence' }).segment(abstract ?? '')]
    .map(({ segment }) => segment.trim().replace(/^[A-Z][A-Z ,/&-]+: /, ''))
    .filter((sentence) => sentence.length >= 40);
  const worth = (sentence: string, place: number): number =>
    (/\d/.test(sentence) ? 1 : 0) +
    (/\b(?:fell|rose|higher|lower|reduc|increas|improv|differ|compared|show|found|conclu|suggest)/i.test(
      sentence,
    )
      ? 1
      : 0) +
    place / sentences.length;
  return sentences.reduce<string | null>(
    (chosen, sentence, place) =>
      chosen !== null && worth(chosen, sentences.indexOf(chosen)) >= worth(sentence, place)
        ? chosen
        : sentence,
    null,
  );
}
