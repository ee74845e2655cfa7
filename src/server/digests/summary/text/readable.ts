/** In characters. Longer sentences bury what they say; shorter ones seldom say something. */
const shortest = 40;
const longest = 420;

/** A sentence that says what the paper is about to do, and nothing that it found. */
export const announces = (text: string): boolean => announcement.test(text);

const announcement =
  /^(?:(?:Here|Finally|In this (?:\w+ ){0,2}\w+|Building on [^,]+|Based on [^,]+),? )?(?:(?:we|this (?:\w+ )?(?:review|article|paper|chapter|perspective)) (?:also |then |further |first |next |briefly |critically )*(?:examines?|discuss(?:es)?|reviews?|summari[sz]es?|explores?|outlines?|highlights?|considers?|address(?:es)?|describes?|surveys?|aims?|seeks?|focus(?:es)? on|emphasi[sz]es?(?! that)|provides? an? (?:\w+ )?(?:overview|summary)|presents? the (?:\w+ )*(?:rationale|design|protocol)|will)\b)/i;

/** A sentence that says what was made or set out to be made, and not what came of it. */
export const proposes = (text: string): boolean => proposal.test(text);

const proposal =
  /\b(?:we|this (?:\w+ )?(?:paper|work|article|study|letter|thesis|report)) (?:\w+ )?(?:proposes?|introduces?|presents?|describes?) /i;

/** A sentence that answers one before it: `To address this, …`, `We tested this hypothesis …`. */
export const answers = (text: string): boolean => answer.test(text);

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
  !/^\p{N}+\]/u.test(text) &&
  !/\p{Ll}(?:The|This|These|We|Our|In|To)\s/u.test(text.slice(0, 90)) &&
  !notice.test(text);

const notice =
  /\b(?:copyright|all rights reserved|published by|elsevier|wiley|springer nature|trial registration|registry|registered (?:at|with|in|on)|registration number|clinicaltrials\.gov|PROSPERO|ISRCTN\d*|(?:code|data|dataset|software|source|package|model|model weights|project page|demo|supplement\w*)(?: and \w+)? (?:is|are|will be|can be) (?:publicly |freely |openly |made )*(?:available|released|found|accessed)|available (?:at|from|on) |https?:|www\.|github|zenodo|huggingface|funded by|funding:|grant number|conflicts? of interest|supplementary (?:information|data|material)|accepted (?:at|to|by|for)|to appear (?:in|at)|\d+ pages|video abstract|this article is protected)\b|https?:\/\//i;
