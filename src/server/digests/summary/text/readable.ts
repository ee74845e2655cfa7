/** In characters. Longer sentences bury what they say; shorter ones seldom say something. */
const shortest = 40;
const longest = 420;

/**
 * A sentence about the paper and what it goes through, is for, or hopes, and not about what it found. One that says beside
 * this what was found, with a figure or in so many words, is none.
 */
export const announces = (text: string): boolean =>
  announcement.test(text) || (!finds.test(text) && empty.some((pattern) => pattern.test(text)));

const announcement =
  /^(?:(?:Here|Finally|In this (?:\w+ ){0,2}\w+|Building on [^,]+|Based on [^,]+),? )?(?:(?:we|this (?:\w+ )?(?:review|article|paper|chapter|perspective)) (?:also |then |further |first |next |briefly |critically )*(?:examines?|discuss(?:es)?|reviews?|summari[sz]es?|explores?|outlines?|highlights?|considers?|address(?:es)?|describes?|surveys?|aims?|seeks?|focus(?:es)? on|emphasi[sz]es?(?! that)|provides? an? (?:\w+ )?(?:overview|summary)|presents? the (?:\w+ )*(?:rationale|design|protocol)|will)\b)/i;

/** That something was found, or how much of it. */
const finds =
  /\b(?:found|finds?|show(?:s|ed|n|ing)?|demonstrates? |demonstrated (?:that|an?|the|no)\b|reveal\w*|observed|conclude[sd]?|establish(?:ed|es)?|exhibit\w*|restor\w+|identified|identify(?! gaps)|rais(?:es|ed)|halv(?:es|ed)|determine that|proposes? that|reports? that|describe that|(?:is|are|was|were|be) (?:\w+ ){0,2}associated|associations? (?:was|were|between)|correlat\w+|predict(?:s|ed)|compared (?:with|to)|(?<!rather )than|outperform\w*|increas(?:ed|es)|decreas(?:ed|es)|reduc(?:ed|es)|improv(?:ed|es)|higher|lower|no (?:significant|difference|evidence))\b|\d\s?%|\d\.\d/i;

/** Each is about the paper, its readers or the time to come. */
const empty: readonly RegExp[] = [
  // What the paper goes through, wherever it says so.
  /\b(?:we|I|authors?|this|the|present|our) (?:(?:\w+ )?(?:review|article|paper|chapter|perspective|study|work|editorial|protocol|focus) )?(?:also |then |further |first |next |\w+ly )*(?:analy[sz]es?|examines?|discuss(?:es|ed)?|reviews?|summari[sz]es?|synthesi[sz]es?|explores?|exploring|outlines?|highlights?|considers?|address(?:es)?|situates?|surveys?|catalog(?:ue)?s?|identify gaps|evaluates?|investigates?)\b/i,
  /\b(?:is|are|was|were|will be|have been|has been) (?:also |then |further |first |\w+ly )*(?:discussed|reviewed|summari[sz]ed|highlighted|outlined|considered|explored|addressed|examined|emphasi[sz]ed|formulated)\b/i,
  /\b(?:we|this \w+) [^,;.]{1,80} and (?:outlines?|discuss(?:es)?|summari[sz]es?|reviews?)\b/i,
  // What it is good for.
  /(?<!, (?:\w+ )?)\b(?:provid|offer|present|giv|contribut|develop|propos|lay)(?:e|es|ed|ing|s)? (?:an? |the |some |our )?(?:[\w-]+ ){0,3}(?:updates?|overviews?|insights?|perspectives?|foundations?|groundwork|roadmap|recommendations|guidance|considerations|summary|synthesis|conceptual framework|understanding)\b/i,
  /(?<!, (?:\w+ )?)\b(?:highlight|underscor|emphasi[sz]|stress|illustrat|indicat|suggest|reinforc)\w* (?:the |a |an )?(?:[\w-]+ )?(?:importance|need|necessity|relevance|value|potential|promise|utility|urgency|significance|complexity|role|opportunit\w+)\b/i,
  // What should be done, or is still to come.
  /\b(?:further|future|more|additional|larger|prospective) (?:[\w-]+,? ){0,3}(?:research|stud(?:y|ies)|work|investigations?|trials?|efforts|validation|directions?)\b/i,
  /\b(?:is|are|remains?) (?:\w+ )?(?:needed|warranted|unclear|unknown|unresolved|(?:important|essential|crucial|necessary) to)\b/i,
  /\b(?:looking (?:forward|ahead)|in the future|has yet to|remains? to be|will (?:be|define|enable|provide|help|determine|investigate|require|allow|assess|include)|may proceed|we (?:hope|plan|intend|argue for))\b/i,
];

/** A sentence that says what was made or set out to be made, and not what came of it. */
export const proposes = (text: string): boolean => proposal.test(text);

const proposal =
  /\b(?:we|this (?:\w+ )?(?:paper|work|article|study|letter|thesis|report)) (?:\w+ )?(?:proposes?|introduces?|presents?|describes?) /i;

/** A sentence that answers one before it, `We tested this hypothesis …`, or is about what that one names: `It also …`. */
export const answers = (text: string): boolean => answer.test(text) || pointing.test(text);

const pointing =
  /^(?:It|They|Its|Their|He|She|His|Her)\b|^(?:These|Those|Such) (?!(?:\w+ )?(?:results?|findings?|data|observations?|stud(?:y|ies)|analys[ei]s))\p{L}|^This (?!(?:\w+ ){0,2}(?:study|work|paper|article|review|trial|analysis|meta-analysis|survey|report|research|cohort)\b)\p{L}/u;

const answer =
  /^(?:In response,|(?:To|Toward) (?:this|that) end\b|To do so\b|(?:(?:Here|In this \w+),? )?(?:[Tt]o|[Ww]e(?: \w+ly)?) (?:address|tackle|solve|resolve|overcome|bridge|fill|answer|meet|mitigate|test|examine|investigate|explore|understand) (?:this|these|that|those|it|them)\b)/;

/** A whole sentence about the matter, and not about the paper as a document. */
export const isReadable = (text: string): boolean =>
  text.length >= shortest &&
  text.length <= longest &&
  /^[\p{Lu}\p{N}"“‘'(]|^\p{Ll}+\p{Lu}|^\p{Ll}\p{N}/u.test(text) &&
  /[.!?)\]”"]$/.test(text) &&
  text.split(/\s+/).length >= 6 &&
  !/[:;,]$/.test(text) &&
  // The end of a broken reference, and a point of a list.
  !/^(?:\p{N}+\]|\(?(?:\p{N}|[ivx]+)\))/u.test(text) &&
  !/\p{Ll}(?:The|This|These|We|Our|In|To)\s/u.test(text.slice(0, 90)) &&
  !notice.test(text);

const notice =
  /\b(?:copyright|all rights reserved|published by|elsevier|wiley|springer nature|trial registration|registry|registered (?:at|with|in|on)|registration number|clinicaltrials\.gov|PROSPERO|ISRCTN\d*|(?:code|data|dataset|software|source|package|model|model weights|project page|demo|supplement\w*)(?: and \w+)? (?:is|are|will be|can be) (?:publicly |freely |openly |made )*(?:available|released|found|accessed)|available (?:at|from|on) |https?:|www\.|github|zenodo|huggingface|funded by|funding:|grant number|conflicts? of interest|supplementary (?:information|data|material)|accepted (?:at|to|by|for)|to appear (?:in|at)|\d+ pages|video abstract|this article is protected)\b|https?:\/\//i;
