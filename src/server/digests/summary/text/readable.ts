/** In characters. Longer sentences bury what they say; shorter ones seldom say something. */
const shortest = 40;
const longest = 420;

/** A whole sentence about the matter, and not about the paper as a document. */
export const isReadable = (text: string): boolean =>
  text.length >= shortest &&
  text.length <= longest &&
  /^[\p{Lu}\p{N}"“‘'(]|^\p{Ll}+\p{Lu}|^\p{Ll}\p{N}/u.test(text) &&
  /[.!?)\]”"]$/.test(text) &&
  text.split(/\s+/).length >= 6 &&
  !/[:;,]$/.test(text) &&
  !/\p{Ll}(?:The|This|These|We|Our|In|To)\s/u.test(text.slice(0, 90)) &&
  !notice.test(text);

const notice =
  /\b(?:copyright|all rights reserved|published by|elsevier|wiley|springer nature|trial registration|registry|registered (?:at|with|in|on)|registration number|clinicaltrials\.gov|PROSPERO|ISRCTN\d*|(?:code|data|dataset|software|source|package|model|model weights|project page|demo|supplement\w*)(?: and \w+)? (?:is|are|will be|can be) (?:publicly |freely |openly |made )*(?:available|released|found|accessed)|available (?:at|from|on) |https?:|www\.|github|zenodo|huggingface|funded by|funding:|grant number|conflicts? of interest|supplementary (?:information|data|material)|accepted (?:at|to|by|for)|to appear (?:in|at)|\d+ pages|video abstract|this article is protected)\b|https?:\/\//i;
