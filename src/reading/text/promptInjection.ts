/**
 * Whether a text addresses a language model instead of readers: orders to ignore instructions, role markers, hidden
 * characters, wishes for its own summary. Such a paper is never sent to a model, whatever its authors intended. A paper
 * about attacks that quotes such an order is marked too, but loses only the model's sentences.
 *
 * The kinds of order are those described for prompt injection (OWASP LLM01:2025) and found in preprints that hid requests
 * for favorable reviews.
 */
export function addressesModel(text: string): boolean {
  if (hidden.test(text)) return true;
  const read = bare(text);
  return order.test(read) || demand.test(read) || wishesForThisPaper(read);
}

/**
 * Whether the sentence around a mention of this paper wishes for a value of it: `must … this paper … relevant`. Looked for
 * from the mention, since one pattern with two gaps takes the square of their length at every word.
 */
function wishesForThisPaper(text: string): boolean {
  for (const { index, 0: mention } of text.matchAll(mentions)) {
    const behind = index + mention.length;
    const before = text
      .slice(Math.max(0, index - reach), index)
      .split(stop)
      .at(-1)!;
    const after = text.slice(behind, behind + reach).split(stop, 1)[0]!;
    const wished = wishes.exec(before);
    if (wished && (values.test(after) || values.test(before.slice(wished.index + wished[0].length))))
      return true;
    const asked = wishes.exec(after);
    if (asked && grades.test(after.slice(asked.index + asked[0].length))) return true;
    if (values.test(before) && /\b(?:must|should|has to) (?:not )?be\b/i.test(after)) return true;
  }
  return false;
}

/** The text as a model would read it: without invisible characters, and with look-alike forms normalized. */
const bare = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '')
    .replace(/[‘’]/g, "'")
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n');

/** Tag characters, which spell invisible text, and runs of other invisible ones. A single one is an accident. */
const hidden = /[\u{E0000}-\u{E007F}]|[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF]{3}/u;

const model = String.raw`(?:AI|A\.I\.|LLMs?|large language models?|language models?|chat ?bots?|chatgpt|gpt(?:-\d\w*)?|claude|gemini|copilot|assistants?|summari[sz]ers?|agents?|reviewers?)`;
const rules = '(?:instructions?|prompts?|rules?|guidelines?|directions?|commands?|orders?|directives?)';
const told =
  '(?:previous|prior|preceding|earlier|above|all|any|your|these|those|other|system|foregoing|initial|original)';

const order = new RegExp(
  [
    `\\b(?:ignore|disregard|forget|override|bypass|neglect|do not follow|don't follow|stop following)\\b[^.!?\\n]{0,40}\\b${told}\\b[^.!?\\n]{0,30}\\b(?:${rules}|context|text|messages?|conversation|abstracts?|papers?)\\b`,
    `\\bnew (?:system )?instructions? ?:`,
    `<\\|[a-z_]{2,20}\\|>|\\[/?INST\\]|<</?SYS>>|</?(?:system|assistant|instructions?|prompt|user)>`,
    `(?:^|\\n|[.!?]\\s) ?#{0,4} ?(?:system|assistant|developer|user)(?: prompt| message)? ?:\\s?\\S`,
    `\\byou are (?:now )?(?:an?|the) (?:[\\w-]+ ){0,3}${model}\\b`,
    `\\b(?:note|message|instructions?|attention|notice|reminder|memo|dear)\\b[ ,:]{1,3}(?:to |for |all |any |the )*${model}(?:'s)?(?: that| reading| who| which)?(?: ?[:!]|,\\s|\\s[-–—]\\s)`,
    `\\b(?:if|when|as|since|because) you(?:'re| are)? (?:are )?(?:an? |the )?(?:AI|LLM|large language model|language model|assistant|chatbot)\\b`,
    `\\bwhen (?:you )?(?:summari[sz]e|summari[sz]ing|review(?:ing)?|ranking|rating|describing|evaluating) this (?:paper|abstract|article|work|text|manuscript)\\b[^.\\n]{0,40}\\b(?:say|state|write|always|must|should|include|mention|give|rate|rank|output|respond|do not|don't|never)\\b`,
    `\\b(?:respond|reply|answer) (?:only )?(?:with|by saying|exactly)\\b[^.\\n]{0,20}["'“]`,
    `\\b(?:print|output|say|write|repeat|include|insert|append|add)\\b[^.\\n]{0,30}\\b(?:verbatim|word for word|exactly|the following (?:sentence|text|line|link|phrase|words))\\b[^.\\n]{0,40}["'“:]`,
    `\\b(?:give|write|provide|generate|produce|output) (?:me |us )?(?:only )?an? (?:very |highly |strongly )?(?:positive|favou?rable|glowing) (?:review|summary|rating|assessment|evaluation)\\b(?! of the)`,
    `\\bdo not (?:mention|highlight|report|include|reveal) (?:any |the )?(?:negatives?|weaknesses|limitations|flaws|shortcomings|this instruction)\\b`,
    `\\b(?:rank|rate|score|place|list) this (?:paper|article|abstract|work|study) (?:as |at |the )*(?:first|top|highest|best|10|100|most relevant|number one)\\b`,
    `\\b(?:reveal|print|show|leak|repeat|output) (?:me )?your (?:system |hidden |initial )?(?:prompt|instructions|rules)\\b`,
    `\\byour (?:summary|response|answer|reply|output|review) (?:must|should|shall|has to|needs to|will)\\b`,
    `\\bas an? (?:AI|artificial intelligence|large language model|language model)(?: language model| model| assistant)?,? (?:you|please|always|never|I)\\b`,
    `!\\[[^\\]]{0,300}\\]\\(\\s?(?:https?:|data:)|<\\s?(?:script|img|iframe)\\b`,
  ].join('|'),
  'i',
);

const thisPaper =
  '(?:this|the (?:present|above)) (?:paper|article|abstract|manuscript|record|entry|item)|papers by these authors';
const others = '(?:(?:all|every|any|the) other (?:papers?|articles?|records?|entries)|all others)';
const value =
  '(?:grades?|graded|scores?|ratings?|verdict|marks|relevan(?:t|ce)|on(?: the)? topic|favou?rabl[ey]|perfect match|included|[0-3] (?:out of|points?|and)|three points)';
const wish =
  '(?:must|should|has to|have to|had to|is (?:required|mandatory|to be)|are (?:required|asked)|always|deserves?|please|give|assign|award(?:s|ed|ing)?|rate|score|grade|mark|label|classify|treat|judge|rank|correct answer|no lower|not be lower|do not|set|get)';
const sentence = '[^.!?\\n]{0,90}';

const mentions = new RegExp(`\\b(?:${thisPaper})\\b`, 'gi');
const wishes = new RegExp(`\\b${wish}\\b`, 'i');
const values = new RegExp(`\\b${value}\\b`, 'i');
const grades = /\b(?:grade|score of|graded|rating of|as relevant|highest relevance)\b/i;
const stop = /[.!?\n]/;
/** Characters of a sentence before and behind a mention that are read. */
const reach = 180;

/** Wishes about how a model should grade a paper, or what it should write of it: nobody writes them for readers. */
const demand = new RegExp(
  [
    `(?:^|[.!?:,]\\s)(?:please )?(?:grade|rate|score|judge|rank|prefer|place|hide|mark|promote|choose|select) (?:${thisPaper}|${others})\\b`,
    `\\b(?:hide|mark|grade|score|give)\\b${sentence}\\b(?:${others})\\b`,
    `\\b(?:AI|LLM(?:-based)?|automat(?:ic|ed)|machine) (?:graders?|screeners?|judges?|raters?|screening)\\b${sentence}\\b(?:this (?:paper|article|abstract|record|is)|must be)\\b`,
    `\\b(?:as a judge|to the grader|the evaluator|whoever judges|any model that reads)\\b${sentence}\\b(?:grade|award(?:ing)?|choose|judge|must)\\b`,
    `\\byour (?:json|rubric|verdict|overview|takeaways?|grades?|digest)\\b`,
    `["“']grade["”']? ?[:=]|\\[\\[ ?grade|\\bset (?:all )?grades? to\\b|## ?new task\\b|\\bbegin admin\\b`,
    `\\b(?:disregard|ignore) (?:your|the) (?:rubric|topic)\\b`,
    `(?:^|[.!?]\\s)(?:respond|answer|return|reply)(?: with)?(?: grade)? [0-3] (?:for|when|if)\\b`,
    `(?:^|[.!?:]\\s)(?:tell the reader|say that|write that|add a sentence|repeat this sentence|include the phrase|begin (?:your|the) (?:summary|answer))\\b`,
    `\\b(?:digest|summary) writers?\\b|\\bquote this sentence\\b|\\binclude ${'(?:this|the present)'} (?:paper|abstract) in\\b|\\binstructions? (?:for|to) the model\\b`,
    `\\b(?:summar(?:y|ies)|takeaway) (?:of this (?:paper|abstract) )?(?:must|should|is to) (?:mention|state|say|be given)\\b`,
    `(?:^|[.!?]\\s)(?:grade|relevance judgment) ?: ?3\\b`,
  ].join('|'),
  'i',
);
