import type { Sentence } from './sentences.ts';

/** In characters. Longer sentences hide their message; shorter ones seldom have one. */
const shortest = 40;
const longest = 420;

/**
 * Whether a sentence is about the paper, its scope, use or hopes, and not about findings. False if it also states a
 * finding, with a figure or in words.
 */
export const announces = (text: string): boolean =>
  announcement.test(text) ||
  advice.test(text) ||
  (!finds.test(text) && empty.some((pattern) => pattern.test(text)));

const announcement =
  /^(?:(?:Here|Finally|In this (?:\w+ ){0,2}\w+|Building on [^,]+|Based on [^,]+),? )?(?:(?:we|this (?:\w+ )?(?:review|article|paper|chapter|perspective)) (?:also |then |further |first |next |briefly |critically )*(?:examines?|discuss(?:es)?|reviews?|summari[sz]es?|explores?|outlines?|highlights?|considers?|address(?:es)?|describes?|surveys?|reports?(?:ed)? the (?:\w+ )?(?:results?|performance|development|design|experience|use|patterns?) of|aims?|seeks?|focus(?:es)? on|emphasi[sz]es?(?! that)|provides? an? (?:\w+ )?(?:overview|summary)|presents? the (?:\w+ )*(?:rationale|design|protocol)|will)\b)/i;

/** What should be done or is known, or how alike groups were at the start, whatever figures stand beside it; a reference marks what others found. */
const advice =
  /\b(?:should|warrants?|needs? to be|will depend|have been shown|(?<!\b(?:was|were|been|than|as|the|an?|that|which) )previously (?:showed|found|reported|demonstrated) (?:to|that|\w+ed)|there is (?:\w+ )?(?:consensus|agreement) that|it is (?:\w+ )?(?:known|accepted|established|recogni[sz]ed) that|could (?:theoretically|in principle|in theory)|it may (?:also )?be\b|(?:has|have) begun to|path forward|hypothesis (?:is|was) that|until recently|ranks? (?:first|second|third|fourth|fifth)|found (?:a|the) (?:\w+ )?need for|(?:is|are) expected to|will (?:enroll|recruit|inform|facilitate|need|help|define))\b|^(?:The|A|An|Our) [^,;]{1,160} (?:is|are) compared (?:with|to|between|across)\b|^(?:At baseline, )?(?:the )?(?:mean |median |average )?(?:\([^)]*\) )?(?:baseline|pre-?treatment|pre-?operative) (?:[\w-]+ ){1,15}(?:was|were)\b(?!.*(?:predict|associat|correlat|chang|after|reduc|increas|decreas|improv))|^Table \d|\[\d+(?:[,–-] ?\d+)*\]/i;

/** Words for a finding, or for its size. */
const finds =
  /\b(?:found|finds?|show(?:s|ed|n|ing)?|demonstrates? |demonstrated (?:that|an?|the|no)\b|reveal\w*|observed|conclude[sd]?|establish(?:ed|es)?(?! (?:an? |the )?(?:\w+ ){0,2}(?:paradigm|foundation|basis|benchmark|standard|framework))|exhibit\w*|restor\w+|identified|identify(?! gaps)|rais(?:es|ed)|halv(?:es|ed)|determine that|proposes? that|reports? that|describe that|(?:is|are|was|were|be) (?:\w+ ){0,2}associated|associations? (?:was|were|between)|correlat\w+|predict(?:s|ed)|compared (?:with|to)|(?<!rather )than|outperform\w*|increas(?:ed|es)|decreas(?:ed|es)|reduc(?:ed|es)|improv(?:ed|es)|higher|lower|no (?:significant|difference|evidence))\b|\d\s?%|\d\.\d/i;

/** Sentences about the paper, its readers or the future. */
const empty: readonly RegExp[] = [
  // Its scope, in any part of the sentence.
  /\b(?:we|I|authors?|this|the|present|our) (?:(?:\w+ )?(?:review|article|paper|chapter|perspective|study|work|editorial|protocol|focus) )?(?:also |then |further |first |next |\w+ly )*(?:analy[sz]es?|examines?|discuss(?:es|ed)?|reviews?|summari[sz]es?|synthesi[sz]es?|explores?|exploring|outlines?|highlights?|considers?|address(?:es)?|situates?|surveys?|catalog(?:ue)?s?|identify gaps|evaluates?|investigates?)\b/i,
  /\b(?:is|are|was|were|will be|have been|has been) (?:being |also |then |further |first |\w+ly )*(?:discussed|reviewed|summari[sz]ed|highlighted|outlined|considered|explored|addressed|examined|emphasi[sz]ed|formulated|presented)\b/i,
  /\b(?:we|this \w+) [^,;.]{1,80} and (?:outlines?|discuss(?:es)?|summari[sz]es?|reviews?)\b/i,
  // Its use.
  /(?<!, (?:\w+ )?)\b(?:provid|offer|present|giv|contribut|develop|propos|lay)(?:e|es|ed|ing|s)? (?:an? |the |some |our )?(?:[\w-]+ ){0,3}(?:updates?|overviews?|insights?|perspectives?|foundations?|groundwork|roadmap|recommendations|guidance|considerations|summary|synthesis|conceptual framework|understanding)\b/i,
  /(?<!, (?:\w+ )?)\b(?:highlight|underscor|emphasi[sz]|stress|illustrat|indicat|suggest|reinforc)\w* (?:the |a |an )?(?:[\w-]+ )?(?:importance|need|necessity|relevance|value|potential|promise|utility|urgency|significance|complexity|role|opportunit\w+)\b/i,
  /\b(?:open|pav|establish|set|creat|introduc|mark|represent)(?:e|s|es|ed|ing|ting|ning)?(?: up)? (?:an? |the |some )?(?:(?:new|novel|promising|important|possible|exciting|major|significant|the) ){0,2}(?:ways?|avenues?|paradigms?|opportunit(?:y|ies)|possibilit(?:y|ies)|doors?|stage|directions?|standards?|frontiers?|era|steps?|milestones?)\b/i,
  /\boffers? (?:\w+ ){0,3}(?:opportunit(?:y|ies)|possibilit(?:y|ies)|avenues?|alternatives?|solutions?|options?)\b/i,
  // What is known, or in fashion.
  /^(?:Increasing|Growing|Accumulating|Emerging|Mounting) evidence\b|\b(?:increasingly (?:recogni[sz]ed|important|being)|(?:has|have) (?:recently )?(?:emerged|attracted|gained|revolutionized))\b/i,
  // What should be done, or will come.
  /\b(?:further|future|more|additional|larger|prospective) (?:[\w-]+,? ){0,3}(?:research|stud(?:y|ies)|work|investigations?|trials?|efforts|validation|directions?)\b/i,
  /\b(?:is|are|remains?) (?:\w+ )?(?:needed|warranted|unclear|unknown|unresolved|(?:important|essential|crucial|necessary) to)\b/i,
  /\b(?:must|requires? (?:increased|further|more))\b/i,
  /\b(?:looking (?:forward|ahead)|(?:under ?way|ongoing) to|in the future|has yet to|remains? to be|will (?:be|define|enable|provide|help|determine|investigate|require|allow|assess|include)|may proceed|we (?:hope|plan|intend|argue for))\b/i,
];

/** Whether a sentence says what was made or planned, and not its outcome. */
export const proposes = (text: string): boolean => proposal.test(text);

const proposal =
  /\b(?:we|this (?:\w+ )?(?:paper|work|article|study|letter|thesis|report)) (?:\w+ )?(?:proposes?|introduces?|presents?|describes?) |\b(?:algorithm|framework|method|model|approach|system|network|scheme|strategy)\b[^.;]{0,90}\b(?:is|are) (?:\w+ly )?(?:proposed|introduced|presented|designed|developed|constructed)\b/i;

/**
 * Whether a sentence praises what was made and says neither by how much nor on what: `achieves superior accuracy,
 * outperforming state-of-the-art methods`; or that there is an effect, and not which: `Delays significantly affect care`. A figure, or the name of a method or a benchmark, tells something.
 */
export const praises = (text: string): boolean =>
  praise.test(text) &&
  !/(?<![\p{L}\d.-])\d[\d.,]*(?![\d.,]|D(?:\b|\p{Lu})|[- ](?:\w+ )?(?:datasets?|benchmarks|tasks|domains|environments|institutions|sites|scenarios|metrics|baselines)\b)|orders? of magnitude|\b(?:two|three|four|five|ten)[- ]?fold|\btwice\b|\bhal(?:f|v\w+)\b|\bdoubl\w+|\b(?:on|than|over|against) (?:the )?(?!SOTA|LLMs?\b)\p{L}*\p{Lu}\p{L}*\p{Lu}/u.test(
    text.replace(/, (?:paving|advancing|highlighting|opening|underscoring|thereby) .*$/u, ''),
  );

const praise =
  /\b(?:state[- ]of[- ]the[- ]art|SOTA|(?:outperform|surpass|exceed)\w* (?:\w+,? ){0,3}(?:existing|baselines?|prior|previous|other|competing|current|conventional|traditional|strong|all)\b|(?:superior|competitive|promising|remarkable|strong|excellent|impressive|robust|significant|substantial) (?:\w+ ){0,4}(?:performance|results|accuracy|quality|capabilit(?:y|ies)|generali[sz]ation|gains)|(?:demonstrate|show|validate|illustrate|confirm)(?:s|d)? (?:how|(?:(?:the|its|their) )?(?:\w+ )?(?:utility|usefulness|feasibility|versatility|predictive power|applicability|practicality|practical value)(?: and \w+)? of)\b|(?:improved|enhanced|better|higher|superior) (?:\w+ and )?(?:efficiency|adaptability|robustness|stability|reliability|accuracy and \w+|flexibility|scalability|usability|generali[sz]ation)\b|significantly (?:affect|influence|impact)s?\b|(?:effects|factors) (?:shaping|influencing|affecting)\b|(?:show|report|identify|find|reveal)s? (?:distinct|different|diverse) |differentially (?:regulat|affect|modulat|influenc)e[sd]?\b|(?:profiles?|patterns?|levels?|rates?|responses?|outcomes?|features?) (?:\w+ )?(?:differed|varied) (?:\w+ly )?(?:between|across|among|by)\b(?!.*\b(?:higher|lower|greater|more|less|fewer|with|whereas|while|from|but)\b)|(?:identif|reveal|uncover|elucidat)\w* (?:the |key |several |important |potential |underlying ){0,2}(?:drivers|determinants|mechanisms|factors|regulators|predictors|interactions)(?: and (?:their )?\w+ \w+)? (?:of|on|in|for|that|underlying|driving|behind)\b(?!.*(?:[:,] |including|such as|namely))|demonstrates? the (?:\w+ )?applications? of\b|(?:we )?(?:also )?shows? an? (?:\w+ ){0,3}applications?\b|(?:present|propose|introduce|develop|describe)s? [^.;]{1,100} that achieves\b|improves? [^.;]{1,120} (?:over|than|compared (?:with|to)) (?:\w+ ){0,2}(?:conventional|existing|standard|traditional|recent|prior)\b|demonstrates? an? (?:\w+ )?(?:path|way|step)\b|shows? the (?:[\w-]+ ){1,3}utility\b|\b(?:distinct|heterogene?ous) (?:\w+ ){0,2}(?:features|frequencies|patterns|profiles|properties|characteristics)\b|improves? the (?:\w+ )?(?:constraints on|understanding of)\b|identif\w* a (?:panel|set|number) of\b(?!.*(?:[:(] ?|including|such as|namely))|depending on the (?:\w+ )?(?:nature|type|kind|case)\b|is the first (?:work|study|method|framework|benchmark|model|system|to)\b|(?:better|improved|good|strong|high|superior) (?:\w+ ){0,2}(?:ability|abilities)\b|can be (?:\w+ly )?(?:used|fed|applied|integrated|extended|adapted|employed) (?:to|in|into|for|as|by)\b|(?:identif|reveal|discover|uncover|observ|f[oi]und)\w* (?:[\w-]+ (?:with|of|between|in) )?(?:a (?:number|variety|range|set|series|wealth) of|several|many|multiple|various|numerous) (?:novel|new|potential|candidate|key|important|distinct|different|previously \w+) (?!.*(?:[:(] ?|including|such as|namely))|providing an? (?:\w+,? (?:and )?){0,3}(?:solution|tool|framework|platform)\b|enabl(?:e|es|ing) (?:more \w+|high-quality|robust|efficient|effective|seamless|scalable)\b|effectiveness (?:and \w+ )?of (?:our|the proposed|this|the) (?:[\w()-]+ ){0,6}(?:method|approach|framework|model|algorithm|system|robot|device|platform|pipeline|tool|strategy|scheme|technique))\b/i;

/** Whether a sentence says that nothing reached significance. */
export const missesSignificance = (text: string): boolean =>
  /\b(?:no|none|neither|not)\b[^.;]{0,120}\b(?:reach|attain|achiev|pass|surpass|surviv|met\b|meet)\w*[^.;]{0,60}\b(?:significan|threshold|correct)/i.test(
    text,
  );

/** Whether a sentence tells what missed significance as if it were a finding: `Five loci were nominally significant`. */
export const isNominal = (text: string): boolean =>
  /\b(?:nominal(?:ly)?|suggestive(?:ly)?|uncorrected|trend(?:ed|s)? toward)\b/i.test(text) &&
  !missesSignificance(text);

/** Whether a sentence reports that something made no difference, and nothing that did. */
export const tellsNothingFound = (text: string): boolean =>
  nothingFound.test(text) && !somethingFound.test(text.replace(nothingFound, ''));

const nothingFound =
  /\b(?:no (?:\w+ ){0,3}(?:differences?|effects?|associations?|benefits?|improvements?|changes?|correlations?|relationships?|reductions?|increases?|evidence)|(?:did|does|do) not (?:\w+ly )?(?:differ|improve|reduce|increase|affect|change|alter|prevent|lower|predict|influence)|(?:was|were|is|are) not (?:\w+ly )?(?:associated|different|affected|related|correlated|improved|reduced|increased|changed|superior|effective)|(?:neither|none) (?:\w+,? ){1,20}(?:improved|reduced|increased|reached|differed|affected|changed))\b/i;
const somethingFound =
  /\b(?:but|although|however|while|whereas|except|yet|though|despite|other than|apart from|only|which|superior\w*|higher|greater|lower|fewer|more|less|better|worse|weaker|stronger|larger|smaller|improve[sd]?|increase[sd]?|decrease[sd]?|reduce[sd]?|cause[sd]?)\b/i;

/** Whether a sentence adds to another one: `We further show …`. */
export const addsTo = (text: string): boolean =>
  /^(?:(?:We|Our \w+|This \w+) (?:further|also|additionally|next|then)|Subsequent|Additional|Further)\b/.test(
    text,
  );

/** Whether authors state the purpose or scope of their work: `We aimed to …`, `This review examines …`. */
export const saysWhatFor = (text: string): boolean =>
  announcement.test(text) || proposes(text) || aim.test(text);

const aim =
  /^The (?:main )?(?:aim|objective|purpose|goal)s? of (?:this|the (?:present|current)|our) |^(?:(?:Here|In this (?:\w+ ){0,2}\w+),? )?(?:we|this (?:\w+ )?(?:study|trial|work|analysis|survey)) (?:\w+ly )?(?:aim(?:s|ed)?|sought|asked|set out|investigate[sd]?|examine[sd]?|assess(?:es|ed)?|evaluate[sd]?|compare[sd]?|stud(?:y|ies|ied)|explore[sd]?|tested|determined?) /i;

/** Whether a sentence answers the previous one (`We tested this hypothesis …`), or something that it names (`It also …`). */
export const answers = (text: string): boolean =>
  answer.test(text) ||
  pointing.test(text) ||
  numberedGroup.test(text) ||
  ofNothingNamed(text) ||
  pointsAtSome(text);

/** `20 % in these patients`, if the sentence has not named them. */
const pointsAtSome = (text: string): boolean => {
  const found =
    /\b(?:in|of|for|among|from) (?:these|those) (patients|cases|subjects|groups|animals|mice|rats|women|men|children|individuals|participants|models|cells|samples)\b/.exec(
      text,
    );
  return found !== null && !text.slice(0, found.index).toLowerCase().includes(found[1]!);
};

/** A group that is named elsewhere: `in group II than in group III`. */
const numberedGroup =
  /\b[Gg]roups? (?:I{1,3}|IV|[A-D1-4])\b(?! ?[([](?!\d|n ?=|P ?[<=>])|,? (?:who|which|received|treated|given)\b)/;

/** `The time was 5 days versus 8 days, respectively`, `After a month, 47% versus 53% had heat`: of what, the sentence does not say. */
const ofNothingNamed = (text: string): boolean =>
  (numbersApart.test(text) && !/\b(?:and|or)\b.*\b(?:was|were)\b/.test(text)) ||
  (numbersAlone.test(text) && !/\b(?:and|or|with)\b/.test(text));

const numbersApart =
  /^[^,;]{1,120}\b(?:was|were) [^\s\d]{0,3}\d\S{0,12}(?: [\p{L}%/]{1,15})? (?:\([^()]*\) )?(?:versus|vs\.?|and|compared (?:with|to)) [^\s\d]{0,3}\d\S{0,12}(?: [\p{L}%/]{1,15})?(?: \([^()]*\))*,? respectively/u;
const numbersAlone =
  /\b(?:was|were) \d\S{0,12} (?:versus|vs\.?) \d\S{0,12}(?: [\p{L}%/]{1,15})?(?: \([^()]*\))*\.?$|\d%? (?:versus|vs\.?) \d\S{0,12} (?:\([^()]*\) )?(?:had|have|were|was|died|developed|showed|received|experienced)\b/u;

const pointing =
  /^(?:(?:The|A) (?:similar|same|opposite)\b|Similar(?:ly)?\b(?! to\b))|\b(?:the (?:two|three)|both) (?:tests|techniques|regimens)\b(?! (?:of|for|that|in)\b)|^(?:[^.;]{1,160}, )?[Ww]e (?:\w+ )?(?:found|observed|show\w*|demonstrated?|report(?:ed)?|revealed?) that (?:these|those|such|this (?!stud|work|paper|trial|review|cohort))\b|^(?:It|They|Its|Their|He|She|His|Her)\b|^Compared (?:with|to) (?:this|that|these|those|them)\b|^(?:Of|Among) (?:these|those|them)\b|^(?:The|In the) (?:former|latter|others?|remaining|rest)\b|\b(?:overcome|address|solve|tackle|mitigate|circumvent) (?:these|those|this)\b|^(?:In|On|At|For|To (?!the best)\w+|From|After|With|Across|Under|By|Using|Within|Through|Despite|Besides|Unlike)\b[^,;.]{1,70}, (?:it|they|these|those|this) (?!(?:\w+ ){0,2}(?:results?|findings?|data|stud(?:y|ies)|work|paper|article|review|trial|analysis|meta-analysis|survey|report)\b)|^(?:[^.;]{1,160}, )?[Ww]e (?:\w+ )?(?:found|observed|show\w*|demonstrated?|report(?:ed)?) (?:it|them)\b|^In this \w+ we (?:show|find|demonstrate|prove) that (?:this|these|it|they)\b|\bsome of these\b|\bsuch (?:cases|patients|subjects|models|methods|cells|effects)\b(?! as)|^(?:In|Among|Across|For|With|Under|Within) (?:these|those|such) (?!as\b|(?:\w+ )?(?:results?|findings?|data|stud(?:y|ies))\b)|^(?:These|Those|Such) (?!(?:\w+ )?(?:results?|findings?|data|observations?|stud(?:y|ies)|analys[ei]s))\p{L}|^This (?!(?:\w+ ){0,2}(?:study|work|paper|article|review|trial|analysis|meta-analysis|survey|report|research|cohort)\b)\p{L}/u;

const answer =
  /^(?:(?:Subgroup|Sensitivity|Post[- ]hoc) analys[ei]s\b|In response,|(?:To|Toward) (?:this|that) end\b|To do so\b|(?:(?:Here|In this \w+),? )?(?:[Tt]o|[Ww]e(?: \w+ly)?) (?:address|tackle|solve|resolve|overcome|bridge|fill|answer|meet|mitigate|test|examine|investigate|explore|understand) (?:this|these|that|those|it|them)\b)/;

/**
 * Whether a sentence tells who took part, what was done or what was measured, and no outcome: `Patients were randomized
 * to …`, `All had severe …`. A figure alone does not make it a finding, because doses and ages have figures too.
 */
export const tellsProcedure = (text: string): boolean =>
  (procedure.test(text) || workings.test(text) || proposal.test(text)) && !outcome.test(text);

const took =
  'patients?|participants?|subjects?|volunteers|adults|children|infants|neonates|adolescents|women|men|girls|boys|persons|people|individuals|cases|controls|animals|mice|rats|dogs|rabbits|pigs|samples?|specimens|records|articles|studies|trials|databases|hospitals|physicians|students';
const done =
  'randomi[sz]ed|randomly|assigned|allocated|recruited|enrolled|included|divided|grouped|selected|treated|given|administered|fed|injected|exposed|examined|studied|evaluated|assessed|investigated|analy[sz]ed|measured|obtained|collected|screened|extracted|reviewed|searched|interviewed|asked|invited|followed|monitored|matched|stratified|classified|performed|conducted|used|tested|compared|calculated|determined|recorded|gathered|carried out|undertaken|eligible|trained';
const procedure = new RegExp(
  [
    `\\b(?:${took})\\b[^.;]{0,160}?\\b(?:was|were|have been|had been) (?:then |first |also |both |all |each |\\w+ly )*(?:${done})\\b`,
    `\\b(?:was|were) (?:then |first |also |\\w+ly )*(?:${done})\\b(?! (?:to be|as|that))`,
    `^(?:(?:All|Each|The|Both|Half of the|\\d[\\d,]*)(?: of)?(?: \\S+){0,4}? )?(?:${took})(?: \\S+){0,3}? (?:received|underwent|completed|had|took|met|aged|entered|participated)\\b`,
    `^(?:Here,? |In this \\w+,? |[^.;]{1,160}, |Then,? )?[Ww]e (?:then |first |also |next |further |\\w+ly )*(?:randomi[sz]ed|assigned|recruited|enrolled|include[ds]?|used?|measured?|collect(?:ed)?|performed?|conduct(?:ed)?|analy[sz]ed?|reviewed|searched|examined?|explored?|characteri[sz]ed?|assess(?:ed)?|evaluated?|investigated?|stud(?:y|ied)|appl(?:y|ied)|leveraged?|employ(?:ed)?|test(?:ed)?|train(?:ed)?|treated|interviewed|surveyed|administered|exposed|followed|select(?:ed)?|obtain(?:ed)?|develop(?:ed)?|design(?:ed)?|buil[dt]|construct(?:ed)?|implement(?:ed)?|creat(?:e|ed)|formulat(?:e|ed)|instantiat(?:e|ed)|frame[ds]?|compared?|simulated?|extract(?:ed)?|validated?|segment(?:ed)?|estimate[ds]? (?!that)|deriv(?:e|ed)|combined?|decouple[ds]?|sequenced?|generated?|model(?:l?ed)?|provided? (?!(?:\\w+ ){0,3}evidence))\\b`,
    `\\b(?:${took}) were (?:\\w+ ){0,2}(?:female|male|women|men)\\b`,
    `\\b(?:primary|secondary|main) (?:efficacy |safety )?(?:outcomes?|end-? ?points?)(?: measures?)? (?:was|were|is|are|included?)\\b`,
    `\\b(?:mean|median|average) (?:\\(\\w+\\) )?(?:age|follow-?up)\\b`,
    `\\bis an? (?:[\\w-]+,? ){0,8}(?:trial|study|registry|survey)\\b`,
    `\\b(?:trial|study|survey|registry|programme?|project) (?:has |have )?(?:recruited|enrolled|included|includes|randomi[sz]ed|screened)\\b`,
  ].join('|'),
  'i',
);
/** How a system works: `MossNet leverages …`. */
const workings =
  /^(?:(?:Given|To|For|With) [^.]{1,160}, )?(?:The |Our )?(?:[^\s,]{1,40} ){0,5}[^\s,]{0,20}(?:\p{Ll}\p{Lu}|\p{Lu}{3}|[Mm]odule|[Ff]ramework|[Ss]ystem|[Pp]ipeline|[Mm]ethod|[Mm]odel|[Aa]pproach|[Aa]rchitecture|[Aa]lgorithm|[Nn]etwork|[Pp]olicy)[^\s,]{0,20}(?: first| then| further| also| simultaneously)? (?:employs|decodes|supports|features|is paired with|leverages|integrates|incorporates|utili[sz]es|adopts|introduces|consists of|comprises|combines|decomposes|decouples|compartmentali[sz]es|formulates|encodes|is (?:built|based|composed|designed|trained))\b/u;
/** A direction, a relation, a test, or words that only occur in outcomes. */
const outcome =
  /\b(?:found|finds?|find that|finding|show(?:s|ed|n|ing)|demonstrat\w+|reveal\w*|observ(?:ed|e that)|conclude[sd]?|suggest\w*|indicat(?:e|es|ed|ing) that|associat(?:ed|ions?)|correlat\w+|predict(?:s|ive)|(?<!\b(?:\w+ing|the|of|from|with|between|and) |, )predicted|compared (?:with|to) (?!a standard|placebo\.)|outperform\w*|(?<!\bto )achiev\w+|exceed\w*|increas(?:ed|es|ing)|decreas(?:ed|es|ing)|reduc(?:ed|es|ing)|improv(?:ed|es|ing|ement)|(?:higher|lower|greater|fewer|longer|shorter|more|less|better|worse|(?<!^)rather|other|larger|smaller|faster|slower)(?! than (?:or |\d|an? \d)| (?:than|or) equal)(?: \S+){0,4}? than|higher|lower (?:in|with|for|by)|significan\w+|no (?:\w+ )?(?:difference|effect|evidence|association|change)s?|did not|not (?:differ|improve|affect|affected|associated)|similar(?:ly)? (?:in|between|to|with|across)|comparable|effective|well tolerated|respon(?:ded|se rates?|se was)|remission|surviv(?:ed|al was|al were)|died|occurred|developed (?!by|in|for|to|at|an?\b)|fell|rose|doubled|halved|remained|disappeared|resulted in|led to|yield\w*|identified|detected)\b|\b(?:p|odds ratio|hazard ratio|relative risk|aOR|aHR|HR|RR|OR|AUC) ?(?:[<=≤>]|was|of)|\b\d\d ?% CI\b|\b\d+(?:\.\d+)? ?% (?:of|in|and|vs|versus)\b/i;

/** Whether a text is a whole sentence about the subject, and not about the paper as a document. */
export const isReadable = (text: string): boolean =>
  text.length >= shortest &&
  text.length <= longest &&
  /^[\p{Lu}\p{N}"“‘'(]|^\p{Ll}+\p{Lu}|^\p{Ll}\p{N}/u.test(text) &&
  /[.!)\]”"]$/.test(text) &&
  text.split(/\s+/).length >= 6 &&
  !/[:;,]\s?\.?$/.test(text) &&
  !/\b(?:and|or|the|of|to)[,.]*$/.test(text) &&
  bracketsMatch(text) &&
  text.split('"').length % 2 === 1 &&
  // A label that lost its line.
  !/[\p{L}\d] (?:Conclusions?(?: and Relevance)?|Results|Methods|Background|Objectives?|Interpretation): /u.test(
    text,
  ) &&
  !/\s(?:Conclusions?|Results|Methods|Background|Interpretation)(?=\p{Lu}\p{L})/u.test(text) &&
  // A list that was cut behind its first point.
  (!text.includes('(1)') || text.includes('(2)')) &&
  (!/\(ii\)|\(2\)/.test(text) || /\(i\)|\(1\)/.test(text)) &&
  // The end of a broken reference, and a point of a list.
  !/^(?:\p{N}+\]|\(?(?:\p{N}|[ivx]+)\))/u.test(text) &&
  !/\p{Ll}(?:The|This|These|We|Our|In|To)\s/u.test(text.slice(0, 90)) &&
  // A lost Greek letter (`the -band`, `0.1 M < IC50`), two sentences in one, a sentence without its subject, a word twice.
  !/ -\p{Ll}|\p{L} \/\p{Script=Greek}|φ ?\d[\d–-]* m\b|\d ?M [<>][^.;]{0,9}[IE]C50|\b(?:K[id]|CC50|[IE]C50)\D{0,30}[\d.]+ ?M\b|\d ?g ?(?:\/ ?m[lL]\b|m[lL]-1)|\betc\. \p{Lu}/u.test(
    text,
  ) &&
  !/^(?:Introduces|Presents|Proposes|Describes) |\b(\p{L}{4,12}) \1\b|\b(\p{Lu}{2,6})\2/u.test(text) &&
  !notice.test(text);

/** Whether every bracket is opened and closed. `a) …` and `2) …` are points of a list. */
function bracketsMatch(text: string): boolean {
  let open = 0;
  for (const { 0: bracket, index } of text.matchAll(/[()]/g)) {
    if (bracket === '(') open++;
    else if (open) open--;
    else if (!/(?:^|[\s,;])[\p{L}\p{N}]{1,3}$/u.test(text.slice(Math.max(0, index - 5), index))) return false;
  }
  return !open;
}

const notice =
  /\b(?:copyright|all rights reserved|published by|elsevier|wiley|springer nature|trial registration|registry|registered (?:at|with|in|on)|registration number|clinicaltrials\.gov|PROSPERO|ISRCTN\d*|(?:code|data|dataset|software|source|package|model|model weights|project page|demo|supplement\w*)(?: and \w+)? (?:is|are|will be|can be) (?:publicly |freely |openly |made )*(?:available|released|found|accessed)|available (?:at|from|on) |https?:|www\.|github|zenodo|huggingface|funded by|funding:|grant number|conflicts? of interest|supplementary (?:information|data|material)|accepted (?:at|to|by|for)|to appear (?:in|at)|\d+ pages|video abstract|this article is protected)\b|https?:\/\//i;

/**
 * How much a sentence depends on the previous ones, as a cost: 0 if it can be read alone. It depends on them if it begins
 * with a word that points back, mentions groups or methods named earlier, or uses an abbreviation that the abstract
 * explains elsewhere.
 */
export function contextDependence(
  { text, from }: Pick<Sentence, 'text' | 'from'>,
  abstract: string,
  title: string,
): number {
  const pointing = pointsBack.test(text)
    ? 0.5
    : findingsSay.test(text)
      ? 0.02
      : beginsBare.test(text)
        ? 0.35
        : 0;
  const toNamed = startsNamed.test(text) || namedBefore.test(text) ? 0.25 : 0;
  return pointing + toNamed + Math.min(0.3, 0.15 * unexplained(text, from, abstract, title).length);
}

const pointsBack =
  /^(?:It|They|Its|Their|He|She|His|Her|Such|Similar(?:ly)?|Likewise|Conversely|In contrast|By contrast|On the other hand|In comparison|Instead|Otherwise|Then|Afterwards|Subsequently|Meanwhile|Again|Also|Yet|But|And|So|Nor|Or|Neither|Both|Either|Another|Others?|Some|Each|Most of these|All of these|Of these|Of those|Among (?:them|these|those)|For (?:this|that|these|those|example|instance)|To (?:this|that) end|To (?:address|overcome|tackle|solve|bridge|fill|meet|answer|mitigate|resolve) (?:this|these|that|those|the)|The (?:former|latter|same|other|others|remaining|corresponding|resulting|second|third|next|aforementioned)|That|Those|One|Two|Three|Four|In (?:this|that|these|those) (?!paper|study|work|article|review|trial|survey|report|cohort|analysis|meta-analysis|randomi[sz]ed|prospective|retrospective|phase|multi)|With (?:this|these|that|those)|Using (?:this|these|that|those)|By (?:this|doing)|After (?:this|that)|Based on (?:this|these|those)|Building on (?:this|these)|Compared (?:with|to) (?:this|these|that|them|it)|However|Therefore|Thus|Hence|Moreover|Furthermore|Additionally|In addition|Consequently)\b/;

/** `These findings suggest …` is a usual conclusion, and reads well alone. */
const findingsSay =
  /^(?:These|This|Our|The present|The) (?:results?|findings?|data|work|stud(?:y|ies)|analys[ie]s|evidence|observations?|review|trial|paper|article|survey|report|research|meta-analysis|systematic review)\b/;

const beginsBare =
  /^(?:This|These|There)\b|^\p{L}+ (?:\p{L}+ )?(?:these|those|such|this|that)\b(?! (?:paper|study|work|article|review|trial|cohort|survey|report|analysis))|^We (?:then|also|next|further|additionally)\b/u;

const startsNamed = /^\p{L}+, (?:it|its|they|their)\b/iu;
const namedBefore =
  /\b(?:(?:this|these|those|such) (?:[\w-]+ )?(?:limitations?|challenges?|gaps?|issues?|problems?|fees|conditions?|questions?|methods?|approach(?:es)?|models?|frameworks?|genes?|proteins?|effects?|differences?|patients|cells|groups|variants?|mechanisms?|processes)|the (?:former|latter|aforementioned|above|two|three|four|other) |(?:both|all three|the two|the three) (?:groups?|arms?|methods?|models?|cohorts?|conditions|datasets)|the (?:intervention|control|treatment|experimental|exposed|combination|comparison|first|second|third|primary|secondary) (?:group|arm|cohort|model|method|step|stage|phase)|as (?:described|mentioned|shown|defined) above)/i;

/** The sentence's abbreviations that the abstract explains elsewhere, and neither sentence nor title do. */
function unexplained(text: string, from: number, abstract: string, title: string): string[] {
  const used = new Set(text.match(/\b\p{Lu}[\p{Lu}\p{N}]{1,7}s?\b/gu) ?? []);
  return [...used].filter((one) => {
    const at = abstract.indexOf(`(${one}`);
    return at >= 0 && (at < from || at >= from + text.length) && !title.includes(one);
  });
}
