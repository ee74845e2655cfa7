import { sentenceAround } from '../text/sentences.ts';

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
  [
    /(?:: (?:an? )?(?:[\w-]+ ){0,2}review(?: of\b|\.?$)|^(?:an? )(?:(?!peer|code)[\w-]+ ){0,2}review (?:of|on)\b)/i,
    'review',
  ],
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

/** `This review examines …`, which may name the designs of others. */
const reviews =
  /\b[Tt]his (?:(?!systematic|scoping|umbrella|narrative|mini)[\w-]+ ){0,2}review (?:also |first |briefly |critically )?(?:examin|summari[sz]|present|discuss|cover|explor|outlin|provid|aim|highlight|focus|describ|synthesi[sz]|consider|address|trac)\w*/;
const bySystem = /\b(?:systematic(?:ally)?|PRISMA|meta-analys[ei]s)\b/i;

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
  const reviewed = reviews.exec(abstract)?.[0];
  if (reviewed) return { name: bySystem.test(abstract) ? 'systematic review' : 'review', quote: reviewed };
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

/**
 * Words that show how a work was done. Each pattern is counted, in the title alone if its name ends in `InTitle`, and
 * weighted by what was learned. All expect lower-case text.
 */
export const designCues: Record<string, RegExp> = {
  randomized: /\brandomi[sz]ed(?:,? [\w-]+){0,3} (?:trial|study)\b(?! of randomi)/g,
  randomized2:
    /\b(?:randomly (?:assigned|allocated|divided)|(?:were|was) randomi[sz]ed|randomi[sz]ed (?:to|in a|\d|patients|participants|women|adults))\b/g,
  randomized3: /\b(?:double|single|triple)[- ]?blind|placebo[- ]controlled|sham[- ]controlled\b/g,
  randomizedInTitle: /\brandomi[sz]ed\b/g,
  trial: /\bphase (?:i|ii|iii|1|2|3|ib|1b|ia|1a|i\/ii|1\/2|2a|iia)\b/g,
  trial2:
    /\b(?:single-arm|open-label|pre-post|one-arm|first-in-human|dose[- ]escalation|proof-of-concept trial|pilot (?:trial|intervention)|non-randomi[sz]ed)\b/g,
  trial3: /\b(?:eligible patients (?:were|received)|patients received|treated with)\b/g,
  cohort: /\bcohorts?\b/g,
  cohort2: /\bretrospective(?:ly)?\b/g,
  cohort3: /\b(?:prospective(?:ly)?|longitudinal(?:ly)?|followed (?:up )?for|follow-up)\b/g,
  cohort4:
    /\b(?:medical records|registry|registries|consecutive patients|hospital records|electronic health records|hazard ratio|incidence)\b/g,
  cohortInTitle:
    /\b(?:cohort|retrospective|prospective|longitudinal|incidence|outcomes?|risk of|survival)\b/g,
  caseControl: /\bcase[- ]control(?:led)?\b/g,
  caseControl2: /\b(?:healthy|matched|and|normal) (?:\w+ )?controls\b/g,
  crossSectional: /\bcross[- ]sectional\b/g,
  crossSectional2: /\bprevalence\b/g,
  crossSectional3:
    /\b(?:seroprevalence|descriptive study|observational study|frequency of|correlat\w+ (?:with|between)|associat\w+ (?:with|between))\b/g,
  crossSectional4: /\b(?:questionnaires?|scale|inventory|self-report\w*|scores)\b/g,
  crossSectionalInTitle:
    /\b(?:cross-sectional|prevalence|frequency|associat\w+|relation\w*|characteristics|correlat\w+|links?)\b/g,
  caseReport:
    /\b(?:we (?:report|present|describe) (?:a|an|the|this) (?:\w+ )?(?:case|patient|\d+[- ]year[- ]old|pregnant)|case report|\d+-year-old (?:\w+ )?(?:man|woman|male|female|boy|girl|patient))\b/g,
  caseReportInTitle: /\b(?:case report|a case of|report of (?:a|two|three) cases?|case series)\b/g,
  systematic:
    /\b(?:systematic(?:ally)? (?:literature )?review(?:ed)?|meta-analys[ei]s|scoping review|umbrella review)\b/g,
  systematic2: /\b(?:(?:pubmed|medline|embase|scopus|cochrane|web of science)|prisma)\b/g,
  systematicInTitle:
    /\b(?:systematic (?:literature )?review|meta-analys[ei]s|scoping review|umbrella review)\b/g,
  review:
    /\b(?:this (?:mini-?|narrative |comprehensive )?(?:review|overview|perspective)|in this (?:article|paper|review),? we (?:review|discuss|summari[sz]e)|we (?:review|summari[sz]e|discuss|survey|outline) (?:recent|current|the)|(?:article|paper|chapter|review) (?:reviews|discusses|summari[sz]es|explores|examines|highlights|provides|outlines|synthesi[sz]es))\b/g,
  review2:
    /\b(?:recent (?:advances|progress|developments)|future directions|current (?:understanding|knowledge|landscape)|are discussed|is discussed|is reviewed|are reviewed)\b/g,
  reviewInTitle:
    /\b(?:review|overview|advances|lessons|state of the art|update|directions|challenges|perspectives?|opportunities|landscape|insights|strategies)\b/g,
  animal: /\b(?:mice|mouse|murine)\b/g,
  animal2:
    /\b(?:rats?|zebrafish|macaques?|monkeys?|rabbits?|piglets?|pigs|hamsters?|ferrets?|drosophila|dogs|cats|xenografts?|caenorhabditis|c\. elegans|larvae|chickens?|cows|cattle|sheep)\b/g,
  animal3: /\bin vivo\b/g,
  animal4: /\b(?:knockout|transgenic|wild-type|injected|intraperitoneal\w*|optogenetic\w*|cortex|neurons)\b/g,
  animalInTitle: /\b(?:mice|mouse|rats?|murine|zebrafish|macaques?|drosophila|dogs|cats|in vivo|pigs)\b/g,
  inVitro:
    /\b(?:cell lines?|in vitro|organoids?|cultured \w+|hek293t?|hela|fibroblasts|keratinocytes|primary (?:human )?\w+ cells)\b/g,
  inVitro2:
    /\b(?:knockdown|crispr|sirna|overexpress\w+|western blot\w*|qpcr|rt-pcr|transfect\w+|immunofluorescence|assays?|flow cytometry|rna-seq|enzym\w+|binding|mutants?)\b/g,
  inVitro3:
    /\b(?:escherichia coli|e\. coli|yeast|bacteria\w*|crystal structure|cryo-em|biochemical\w*|hydrogels?|nanoparticles?|ex vivo)\b/g,
  inVitroInTitle: /\b(?:in vitro|cell lines?|cells|organoids?|cryo-em|structure)\b/g,
  computational:
    /\b(?:deep learning|machine learning|neural networks?|language models?|reinforcement learning|transformers?|diffusion models?|llms?)\b/g,
  computational2:
    /\bwe (?:\w+ )?(?:propose|introduce|present|develop(?:ed)?) (?:a|an|the|\S+|new|novel|two)/g,
  computational3:
    /\b(?:algorithms?|simulations?|benchmarks?|mathematical(?:ly)?|computational|bioinformatics?|framework|software|open-source|code is|dataset)\b/g,
  computational4:
    /\b(?:models? (?:of|for|that|to|predicts?)|modelling|modeling|sir|seir|agent-based|bayesian|numerical(?:ly)?|stochastic|tcga|in silico|docking|molecular dynamics)\b/g,
  computational5:
    /\b(?:state-of-the-art|outperforms?|baselines?|training|convergence|theorem|optimi[sz]ation|inference)\b/g,
  survey: /\b(?:qualitative|interview(?:s|ed)?|focus groups?|thematic analysis|themes)\b/g,
  survey2:
    /\b(?:online survey|survey (?:study|of|was)|surveyed|respondents|questionnaires? (?:was|were) (?:sent|distributed|mailed))\b/g,
  surveyInTitle:
    /\b(?:survey|interviews?|qualitative|perspectives of|perceptions?|attitudes|experiences?)\b/g,
  other:
    /\b(?:genome sequences?|phylogen\w+|field (?:survey|study|trial)|species|soil|forest|plants?|climate)\b/g,
  other2:
    /\b(?:fmri|eeg|participants (?:performed|completed|viewed)|healthy volunteers|experiments? \d|stimul\w+|task)\b/g,
  other3: /\b(?:diagnostic accuracy|sensitivity|specificity)\b/g,
  other4: /\b(?:protocol|commentary|guidelines?|recommendations|policy|capacity)\b/g,
  other5: /\b(?:magnetic field|quantum|photon\w*|superconduct\w+|galax\w+|spectroscop\w+)\b/g,
  people:
    /\b(?:patients?|participants?|volunteers|adults|children|infants|women|men|persons|people|subjects|individuals)\b/g,
  countedPeople:
    /\b\d[\d,]{0,20} (?:[\w-]+ ){0,3}(?:patients|participants|volunteers|adults|children|infants|women|men|persons|people|subjects|individuals)\b/g,
  planned: /\b(?:will be|protocol)\b/g,
  statistics: /\bp ?[<=≤>]|95 ?%|odds ratio|\bor\b/g,
  registered: /\b(?:nct\d{8}|isrctn)/g,
};
