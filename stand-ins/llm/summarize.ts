import { type Claim, commandIn, type Kind, type SummarizeTask, type Summary } from './task.ts';

type Paper = SummarizeTask['papers'][number];

/** A summary of two papers, groups, and another sentence or the same of each, true or false by the chosen behavior. */
export function summarize({ topic, papers }: SummarizeTask, kind: Kind | null): Summary {
  const obeyed = kind === 'obeys-injection' ? order(papers) : null;
  if (obeyed) return obeyed;
  const spoil = spoilers[kind ?? 'faithful'] ?? honest;
  const claimsOf = (place: number) =>
    papers.flatMap((paper) => {
      const sentences = ranked(paper);
      const said = sentences[place] ?? sentences[0];
      return said ? [spoil({ text: said, paper: paper.n, quote: said }, papers)] : [];
    });
  const overview = claimsOf(0).slice(0, 2);
  const takeaways = [...claimsOf(1).slice(0, 2), ...claimsOf(0).slice(2)];
  return { overview, groups: groupsOf(papers, kind), absent: absentFrom(topic, papers, kind), takeaways };
}

/** Papers whose titles share a long word; a model that invents adds a paper without it. */
function groupsOf(papers: Paper[], kind: Kind | null): NonNullable<Summary['groups']> {
  const longWords = (title: string) => new Set(title.toLowerCase().match(/[a-z]{8,}/g));
  const titles = papers.map(({ n, title }) => ({ n, words: longWords(title) }));
  const words = new Set(titles.flatMap(({ words }) => [...words]));
  return [...words].flatMap((label) => {
    const own = titles.filter(({ words }) => words.has(label)).map(({ n }) => n);
    if (own.length < 2 || own.length === papers.length) return [];
    const other = titles.find(({ n }) => !own.includes(n))!.n;
    return [{ label, papers: kind?.startsWith('invents') ? [...own, other] : own }];
  });
}

/** Words of the topic that no paper has; a model that invents says so of a word that they have. */
const absentFrom = (topic: string, papers: Paper[], kind: Kind | null): string[] =>
  (topic.toLowerCase().match(/[a-z]{4,}/g) ?? []).filter((word) => {
    const isThere = papers.some(({ title, abstract }) =>
      `${title} ${abstract ?? ''}`.toLowerCase().includes(word),
    );
    return isThere === Boolean(kind?.startsWith('invents'));
  });

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

/** The sentences of the abstract, what looks most like a result first, verbatim and without their labels. */
function ranked({ abstract }: Paper): string[] {
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
  const places = new Map(sentences.map((sentence, place) => [sentence, worth(sentence, place)]));
  return sentences.toSorted((one, other) => places.get(other)! - places.get(one)!);
}
