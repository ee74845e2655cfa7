const gathered =
  'includ(?:ed|ing|es)|enrolled|recruited|studied|comprised?|comprising|analy[sz](?:ed|ing)|followed|randomi[sz]ed|randomly (?:assigned|allocated)|examin(?:ed|ing)|evaluated|review(?:ed)?|involv(?:ed|ing)|assessed|surveyed|interviewed|tested|sequenced|screened|collected|encompass(?:es)?|identified|treated|covering|spanning|across|rank|consist(?:s|ed|ing) of|scores for|data (?:of|from|on)';
/** Texts before a number. */
export const before = {
  total: /\b(?:a total of|in total,?|overall,?|in all,?|altogether)(?: of)?\s*$/i,
  gathered: new RegExp(
    String.raw`\b(?:${gathered})(?: (?:a total of|data from|data of|data on|on|of|from|in|the|these|at least|approximately|about|over|more than|nearly))*\s*$`,
    'i',
  ),
  ofSample:
    /\b(?:cohort|sample|series|survey|study|set|group|dataset|population|database|collection) (?:of|in|on|with|from|among) (?:the )?(?:approximately |about |over )?$/i,
  startsSentence: /(?:^|[.:;!?]\s?|\n|Participants|Patients|Methods|Results)$/,
  part: /\b(?:of (?:these|whom|which|them|the)|among (?:these|them)|remaining|other|additional|another|only|only in|excluded|excluding|except|each of|first|last|from each|by|controls?|all|both|least)[,\s]*$/i,
  comparison: /\b(?:versus|vs\.?|compared (?:with|to)|and|or|than|plus)\s*$/i,
  asked:
    /\b(?:among|of|from|approached|invited|eligible|screened|identified|retrieved|yielded|search\w*|found)(?: [\p{L}]+){0,3}\s*$/iu,
};
/** Texts after the counted thing. */
export const behind = {
  gathered:
    /^(?: \([^()]{1,60}\))?,?(?: [\p{L}\d%-]+){0,8}? (?:were|was|have been|had been|met|participated|completed|underwent|received|enrolled|took part|agreed|responded|aged|with a (?:mean|median) age)\b/iu,
  kept: /^(?: [\p{L}\d%(),-]+){0,6}? (?:were|was|met) (?:[\p{L}]+ly )?(?:included|enrolled|recruited|analy[sz]ed|randomi[sz]ed|randomly|studied|interviewed|assessed|evaluated|deemed|eligible|revised|reviewed|collected|examined|treated)\b/iu,
  left: /^(?: [\p{L}\d%(),-]+){0,6}? (?:were (?:excluded|lost|retrieved|identified|screened|dropped|withdrawn|assigned to|in the)|withdrew|dropped out|died|had|showed|developed|experienced|reported|per)\b/iu,
  comparison:
    /^(?: [\p{L}()-]+){0,5},? (?:and|versus|vs\.?|compared with) (?:\d[\d,]*|[a-z]+teen|ten|twenty|thirty) (?:[\p{L}-]+ ){0,4}(?:controls|healthy|patients|mice|rats|women|men|volunteers|subjects|cases|without|in the)/iu,
};
