import { sentenceAround } from './population.ts';

/** The designs of studies, by the names that readers see. */
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

/** How a work was done, and the words that state it. */
export interface Design {
  name: DesignName;
  /** The words of the title or abstract that state it most clearly, or the publication type of its record. */
  quote: string;
}

/** The publication types that determine a design, as PubMed writes them. The first that a record has applies. */
const designByType: readonly (readonly [type: string, design: DesignName])[] = [
  ['Case Reports', 'case report'],
  ['Meta-Analysis', 'systematic review'],
  ['Network Meta-Analysis', 'systematic review'],
  ['Systematic Review', 'systematic review'],
  ['Scoping Review', 'systematic review'],
  ['Randomized Controlled Trial', 'randomized trial'],
  ['Pragmatic Clinical Trial', 'randomized trial'],
  ['Equivalence Trial', 'randomized trial'],
  ['Review', 'review'],
];

/** Words that determine the design, as reporting guidelines require in titles. */
const designByWords: readonly (readonly [words: RegExp, design: DesignName])[] = [
  [
    /\b(?:systematic (?:literature )?(?:review|overview)|scoping review|umbrella review|(?:overview|meta-analys[ei]s|review) of (?:[\w-]+ ){0,2}(?:randomi[sz]ed|controlled|clinical) (?:[\w-]+ ){0,2}trials)\b/i,
    'systematic review',
  ],
  [/\bcase report\b/i, 'case report'],
  [/\brandomi[sz]ed(?: [\w-]+){0,3} trial\b(?!s)/i, 'randomized trial'],
  [/\bcase-control study\b/i, 'case-control study'],
  [/\bcohort study\b/i, 'cohort'],
  [
    /\b(?:prospective|retrospective|longitudinal)(?:,? [\w-]+){0,2} (?:follow-up|observational) study\b/i,
    'cohort',
  ],
  [/\b(?:qualitative|interview|survey) study\b/i, 'survey or interviews'],
  [/\bcross-sectional(?:,? [\w-]+){0,2} (?:study|survey|analysis|design)\b/i, 'cross-sectional study'],
  [/\bquasi-experimental\b/i, 'non-randomized trial'],
  [/\b(?:narrative|mini-?) ?review\b/i, 'review'],
  [/\bsingle-arm(?:ed)?,?(?: [\w/-]+,?){0,4} trial\b/i, 'non-randomized trial'],
  [/: (?:an? )?(?:[\w-]+ ){0,2}review(?: of\b|\.?$)/i, 'review'],
];
/** A title about a kind of study that is not such a study. */
const notOfDesign =
  /\b(?:protocol|guide|rationale|how to|reporting of|quality of|(?<!(?:overview|review|meta-analys[ei]s) )of randomi[sz]ed)\b/i;

/** `Design: Prospective cohort study.`, up to the end of the sentence. */
const labeled =
  /(?:^|[\n.!?] ?)(?:study )?design(?:,? (?:and |& )?[a-z]{1,20}){0,3}: ?(?<said>[^.\n]{5,200})/i;

interface Named {
  title: string;
  abstract: string | null;
  /** PubMed's publication types, which take precedence over the text. */
  publicationTypes: readonly string[];
}

/** `We conducted a cross-sectional study`, `this narrative review`: phrases that abstracts only use about themselves. */
const ownName =
  /\b(?:this|our|present|was an?|(?:conducted|performed|undertook|did|carried out) an?)(?: [\w-]+,?){0,3}? (?:(?:narrative|scoping|mini-?) ?review|cross-sectional(?:,? [\w-]+){0,2} (?:study|survey|design)|case-control study|(?:prospective|retrospective|longitudinal)(?:,? [\w-]+){0,2} (?:follow-up|observational) study|quasi-experimental)\b|\bsingle-arm(?:ed)?,?(?: [\w/-]+,?){0,4} trial\b/i;

/** `Patients were randomly assigned to …`: the wording of CONSORT, which no other design with people uses. */
const assignedAtRandom =
  /\b(?:patients|participants|subjects|women|men|children|adults|adolescents|volunteers|infants|individuals|persons|people)\b[^.;]{0,100}\b(?:were|was) (?:then )?(?:randomi[sz]ed|randomly (?:assigned|allocated|divided))\b/i;
/** Blinding implies that treatments were assigned. */
const blinded = /\b(?:double-blind(?:ed)?|placebo-controlled)\b/i;
/** Interviews, and the analysis of what was said. */
const interviewed = /\binterview(?:s|ed)\b/i;
const readForThemes = /\b(?:thematic(?:ally)?|themes|qualitative(?:ly)?|grounded theory|content analysis)\b/i;
const planned = /\b(?:will be|protocol|rationale)\b/i;
const ofTrialOrPlan = /\b(?:trial|randomi[sz]ed|will be|protocol|systematic(?:ally)?)\b/i;
/** Works about several trials, and trials with animals or in the future. */
const notOnePeopleTrial =
  /\b(?:reviews?|meta-analys[ei]s|trials|pooled|simulat\w+|emulat\w+|mice|rats?|dogs|pigs|rabbits|post[- ]hoc|subanalysis|secondary analysis)\b/i;

/** The design that a work names itself, by its publication type, its title or its abstract; null if none. */
export function namedDesignOf({ title, abstract, publicationTypes }: Named): Design | null {
  for (const [type, name] of designByType) if (publicationTypes.includes(type)) return { name, quote: type };
  const inTitle = notOfDesign.test(title) ? null : designIn(title);
  if (inTitle) return { name: inTitle, quote: title };
  if (!abstract) return null;
  for (const quote of [labeled.exec(abstract)?.groups?.said, ownName.exec(abstract)?.[0]]) {
    const name = quote ? designIn(quote) : null;
    if (quote && name) return { name, quote };
  }
  const text = `${title}. ${abstract}`;
  if (notOnePeopleTrial.test(text)) return null;
  const isInterviews = readForThemes.test(abstract) && !ofTrialOrPlan.test(text);
  const told: [told: RegExpExecArray | null, design: DesignName][] = [
    [assignedAtRandom.exec(abstract), 'randomized trial'],
    [planned.test(text) ? null : blinded.exec(abstract), 'randomized trial'],
    [isInterviews ? interviewed.exec(abstract) : null, 'survey or interviews'],
  ];
  for (const [found, name] of told) if (found) return { name, quote: sentenceAround(abstract, found.index) };
  return null;
}

const designIn = (text: string): DesignName | null =>
  designByWords.find(([words]) => words.test(text))?.[1] ?? null;
