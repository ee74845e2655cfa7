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
  return order.test(read);
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
