/** How a work was done, and the words that say so; null when neither its kind nor its text says it clearly. */
export interface Design {
  name: DesignName;
  /** Words of the title or abstract, or the kind of publication that its record names. */
  quote: string;
}

export const designNames = [
  'randomized trial',
  'non-randomized trial',
  'cohort',
  'case-control study',
  'cross-sectional study',
  'case report',
  'systematic review',
  'review',
  'animal study',
  'in vitro study',
  'computational study',
  'survey or interviews',
] as const;
export type DesignName = (typeof designNames)[number];

/** The kinds of publication that name a design by themselves, as PubMed writes them. */
const kinds: Record<string, DesignName> = {
  'Randomized Controlled Trial': 'randomized trial',
  'Meta-Analysis': 'systematic review',
  'Systematic Review': 'systematic review',
  'Case Reports': 'case report',
  Review: 'review',
};

const people =
  /\b(?:patients?|participants?|volunteers|adults|children|women|men|infants|persons|people|subjects|individuals)\b/i;
const animals =
  /\b(?:mice|mouse|rats?|murine|zebrafish|macaques?|monkeys?|rabbits?|piglets?|pigs|hamsters?|ferrets?|drosophila|dogs|cats)\b/i;

interface Rule {
  design: DesignName;
  title?: RegExp;
  text?: RegExp;
  /** What must not stand in the text. */
  unless?: RegExp;
}

/** The first that holds. */
const rules: Rule[] = [
  {
    design: 'case report',
    title: /\b(?:case report|a case of|report of (?:a|two|three) cases?|case series)\b/i,
    text: /\b(?:we (?:report|present|describe) (?:a|an|the|this) (?:\w+ )?(?:case|patient|\d+-year-old|pregnant)|case report|\d+-year-old (?:man|woman|male|female|boy|girl|patient))\b/i,
  },
  {
    design: 'systematic review',
    title: /\b(?:systematic (?:literature )?review|meta-analys[ei]s|scoping review|umbrella review)\b/i,
    text: /\b(?:systematic(?:ally)? review(?:ed)? (?:and meta-analysis )?(?:of|was)|we (?:conducted|performed) a (?:systematic|scoping)|were (?:systematically )?searched|meta-analysis of (?:the )?\w+ (?:studies|trials|randomi[sz]ed)|systematic search)\b/i,
  },
  {
    design: 'review',
    title: /\b(?:review|overview|advances in|lessons from|state of the art|an update|new directions)\b/i,
    text: /\b(?:this (?:mini-?|narrative )?(?:review|overview)|in this (?:article|paper|review),? we (?:review|discuss|summari[sz]e)|(?:here,? )?we (?:review|summari[sz]e (?:recent|current)|discuss (?:recent|current))|this (?:article|paper|chapter) (?:reviews|discusses|summari[sz]es))\b/i,
  },
  {
    design: 'randomized trial',
    text: /\b(?:randomi[sz]ed(?: \w+)? (?:controlled |clinical |crossover )?(?:trial|study|to\b)|randomly (?:assigned|allocated)|were randomi[sz]ed|double[- ]blind|placebo-controlled)\b/i,
    unless: /\bmendelian randomi[sz]ation|pooled\b/i,
  },
  { design: 'case-control study', text: /\bcase[- ]control(?:led)?\b/i },
  {
    design: 'survey or interviews',
    text: /\b(?:qualitative (?:study|interviews|methods|data)|semi-structured interviews|focus group|thematic analysis|online survey|survey study|questionnaires? (?:was|were) (?:sent|distributed|mailed))\b/i,
  },
  {
    design: 'cross-sectional study',
    text: /\b(?:cross-sectional|prevalence (?:of|was|study)|descriptive study|seroprevalence|multicenter survey|matched (?:healthy )?controls|seasonal variation)\b/i,
  },
  {
    design: 'non-randomized trial',
    text: /\b(?:phase (?:I|II|III|1|2|3|Ib|1b|I\/II|1\/2)\b|single-arm|open-label|pre-post|first-in-human|pilot (?:study|trial)|proof-of-concept trial)/i,
    unless: /\brandomi[sz]ed|double[- ]blind/i,
  },
  {
    design: 'cohort',
    text: /\b(?:cohort|retrospective(?:ly)?|prospective(?:ly)?|longitudinal|followed (?:up )?for|medical records|registry|consecutive patients|factors associated with mortality)\b/i,
  },
  { design: 'animal study', text: animals },
  {
    design: 'in vitro study',
    text: /\b(?:cell lines?|in vitro|organoids?|cultured \w+|knockout|knockdown|HEK293|HeLa|Escherichia coli|yeast|CRISPR)\b/i,
  },
  {
    design: 'computational study',
    text: /\b(?:deep learning|machine learning|neural networks?|language models?|reinforcement learning|we (?:propose|introduce|present) (?:a|an|the|\p{Lu}\S+)|algorithms?|simulations?|benchmarks?|mathematical model|computational|bioinformatics?|scientometric|(?:mechanistic )?interpretability|learning (?:framework|model)s?)\b/iu,
  },
];

/** The design of a work. `publicationTypes` as PubMed names them; they count before the text. */
export function designOf(
  title: string,
  abstract: string,
  publicationTypes: readonly string[],
): Design | null {
  for (const kind of Object.keys(kinds))
    if (publicationTypes.includes(kind)) return { name: kinds[kind]!, quote: kind };
  const text = `${title}. ${abstract}`;
  for (const { design, title: inTitle, text: inText, unless } of rules) {
    const found = inTitle?.exec(title) ?? inText?.exec(text);
    if (!found || unless?.test(text)) continue;
    if (design === 'randomized trial' && animals.test(text) && !people.test(text)) continue;
    if (design === 'cohort' && !people.test(text)) continue;
    return { name: design, quote: found[0] };
  }
  return null;
}
