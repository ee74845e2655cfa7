import { saysWhatFor } from './readable.ts';
import type { SpelledOut } from './summary.ts';

/** Words that connect a sentence to the previous one and have no content. */
const tie =
  /^(?:In conclusion|In summary|To summari[sz]e|Overall|Taken together|Altogether|Collectively|Together|Here|(?:As |More |Most |Equally )?[Ii]mportantly|Critically|Crucially|(?:More )?[Ss]ignificantly|For (?:example|instance)|Notably|Interestingly|Remarkably|Strikingly|Surprisingly|Unexpectedly|As expected|Finally|Lastly|Then|Moreover|Furthermore|Additionally|In addition|Also|Indeed|Further|However|Nevertheless|Nonetheless|Thus|Therefore|Hence|Consequently|Accordingly|As a result|Specifically|In particular|Conversely|In contrast|By contrast|On the other hand|On the contrary|At the same time|Meanwhile|Subsequently|Of note|In this context|To our knowledge|Similarly|Likewise|First|Firstly|Second|Secondly|Third|Thirdly|Fourth)(?:, (?:however|though|therefore|thus|moreover|furthermore|in addition|too))?,\s+(?=[\p{L}\p{N}])/u;

/** What is left of a section's label: `CASE PRESENTATION: A woman …`. */
const leftLabel = /^Teaser abstract |^(?:\p{Lu}[\p{Lu}&/]* ){0,5}\p{Lu}{4,20}: (?=\p{Lu}|\p{N})/u;

/** Words that announce a finding, which follows them. A verb that doubts it (`suggest`) stays. */
const announcement =
  /^(?:(?:[Ii]n (?:this|the present|our) \w+|[Hh]ere),? )?(?:[Ww]e|(?:[Oo]ur|[Tt]he|[Tt]hese|[Tt]his|[Tt]he present) (?:\w+ )?(?:results?|findings?|data|stud(?:y|ies)|analys[ei]s|work|experiments?|observations?)) (?:also |further |then |here |next |\w+ly )?(?:found|find|finds|show|shows|showed|have shown|demonstrate|demonstrates|demonstrated|have demonstrated|report|observe|observed|reveal|reveals|revealed|discovered|establish|confirm|confirms|confirmed|conclude)(?: here)?,? that (?!(?:our|the proposed|the present|this|these|those|that|it|its|they|their|such|both|we)\b)(?=[\p{L}\p{N}])/u;

/** What follows an announcement that was left out, without the “that” of its second half: `…, and that moss grows`. */
export const withoutSecondThat = (rest: string): string =>
  rest.replace(/(?<=^[^.;]*,? (?:and|but|i\.e\.,?)) that (?=\p{L})(?!(?:of|which)\b)/u, ' ');

/** The sentence without its opening words, if these only connect it to the previous one or announce a finding. */
export function withoutOpening(sentence: string): string {
  const untied = sentence.replace(leftLabel, '').replace(tie, '');
  return untied.replace(announcement, '');
}

/** In words. A reader loses the thread of more. */
const wordsAtMost = 45;
const fewestWords = 10;

/** A long sentence up to its last clause that leaves it short enough and whole; null if there is none. */
export function shortened(sentence: string): string | null {
  if (wordsIn(sentence) <= wordsAtMost) return sentence;
  if (/^(?:While|Although|Though|Whereas|Despite|If|When|Because|Since|As|Given)\b/.test(sentence))
    return null;
  const ends = [...sentence.matchAll(clause)];
  const heads = ends.map(({ index }) => sentence.slice(0, index));
  return (
    heads.findLast((head) => {
      const words = wordsIn(head);
      const isList =
        /\bfollow(?:s|ing)\b/.test(head) ||
        (sentence.startsWith(', and ', head.length) && /,(?: \S+){1,3}$/.test(head));
      return words >= fewestWords && words <= wordsAtMost && !isList && !isInBrackets(head, head.length);
    }) ?? null
  );
}

/** Where a sentence can end: before a clause of its own, and before what authors conclude from the clause. */
const clause =
  /;\s|, (?:whereas|while|and (?:that )?(?:\w+ ){1,4}(?:was|were|is|are|had|has|did)|(?:thereby |thus )?(?:suggest|indicat|highlight|demonstrat|outperform|surpass|underscor|validat|support|reveal|reflect|emphasi[sz]|confirm|imply|enabl|provid|lead)ing) /g;

/** Figures are read at a glance, so they do not count. */
const wordsIn = (text: string): number => text.match(/\p{L}[\p{L}-]+/gu)?.length ?? 0;

/** With a full stop, if the sentence was cut before its end. */
export const ended = (text: string): string => (/[.!?”"]$/.test(text) ? text : `${text}.`);

/** With a capital at the start if that is an ordinary word: `mRNA`, `p53` and `c-Myc` keep their lower case. */
export function capitalized(text: string): string {
  const first = text.charAt(0);
  const large = first.toUpperCase();
  return large !== first && beginsWithWord.test(text) ? large + text.slice(1) : text;
}

const beginsWithWord = /^(?:\p{Ll}{2,}(?![\p{L}\p{N}])|a\s)/u;

/** A sentence in which authors write about their work. */
const ofThePaper =
  /(?<=^|[.!?:]\s)(?:(?:Here|(?:In|With) this (?:\w+ ){0,2}\w+|To [^.,]{5,90}),? )?(?:[Ww]e|[Tt]h(?:is|e present) (?:\w+ ){0,2}\w+|[Tt]he (?:main )?(?:aim|objective|purpose|goal)s?) [^.!?]{20,400}\.(?=\s|$)/g;

/** The authors' sentence on the subject of their work, `This review examines …`; null if there is none. */
export const aboutOf = (abstract: string): string | null =>
  abstract.match(ofThePaper)?.find((sentence) => saysWhatFor(sentence)) ?? null;

/**
 * An abbreviation as printed: at least two capitals, or one next to a figure, perhaps with a plural s. Not as a part of a
 * compound (`CPI-resistant`, `TNF-CXCL10-CD8+`), which brackets would tear apart.
 */
const abbreviation =
  /(?<![\p{L}\p{N}/+‐‑–-])[\p{Ll}\p{N}]{0,2}\p{Lu}[\p{L}\p{N}]{1,7}(?:-[\p{Lu}\p{N}]{1,4})?(?![\p{L}\p{N}+_]|[/‐‑–-][\p{L}\p{N}])/gu;

/** Abbreviations that readers of abstracts know: statistics, and names better known than their long forms. */
const known = new Set(
  (
    'COVID-19 SARS-CoV-2 CI OR HR RR SD SE SEM IQR AOR aOR aHR IRR MD SMD AUC AUROC ROC NS DNA RNA mRNA cDNA RNAs mRNAs PCR qPCR HIV AIDS COVID ' +
    'MRI fMRI CT PET ECG EEG BMI ICU USA US UK EU WHO FDA NIH AI ML LLM LLMs GPU GPUs CPU 2D 3D IQ UV IV'
  ).split(' '),
);

/** Maximum number explained in one sentence. More would make it hard to read quickly. */
const atMost = 3;
/** Maximum length in characters, including what was spelled out. */
const longest = 420;
/** How far before its abbreviation a long form may begin, in characters. */
const reach = 120;

/**
 * The abbreviations of a sentence that the abstract spells out in another one, with the positions of their long forms:
 * `IVF` if the abstract has `in vitro fertilization (IVF)`. Uses only the abstract's own words.
 */
export function abbreviationsIn(sentence: string, abstract: string): SpelledOut[] {
  const found: SpelledOut[] = [];
  const seen = new Set<string>();
  let length = sentence.length;
  for (const { 0: short, index: at } of sentence.matchAll(abbreviation)) {
    if (seen.has(short) || known.has(short) || !/\p{Lu}.*[\p{Lu}\p{N}]|[\p{Ll}\p{N}]\p{Lu}/u.test(short))
      continue;
    seen.add(short);
    // Brackets inside brackets are worse than an abbreviation, and one next to its long form is explained already.
    if (isInBrackets(sentence, at) || sentence.includes(`(${short}`) || isGroupWithout(sentence, at))
      continue;
    const long = longFormOf(short, abstract);
    if (
      !long ||
      sentence.toLowerCase().includes(abstract.slice(long.from, long.from + long.length).toLowerCase())
    )
      continue;
    length += long.length + 3;
    if (length > longest) break;
    found.push({ at, ...long });
    if (found.length === atMost) break;
  }
  return found;
}

/** How many abbreviations of a sentence the abstract explains, but neither the sentence nor `places` does. */
export const unexplainedIn = (sentence: string, abstract: string, places: readonly SpelledOut[]): number => {
  const explained = new Set(places.map(({ at }) => shortAt(sentence, at)));
  const used = new Set(
    sentence.match(/(?<![\p{L}\p{N}])(?!A\b|I\b)\p{Lu}[\p{Lu}\p{N}]{0,7}(?![\p{L}\p{N}])/gu),
  );
  return [...used].filter(
    (short) =>
      !explained.has(short) &&
      !known.has(short) &&
      !sentence.includes(`(${short}`) &&
      definitionOf(short, abstract) !== null,
  ).length;
};

const shortAt = (sentence: string, at: number): string => /^[\p{L}\p{N}-]+/u.exec(sentence.slice(at))![0];

/** The sentence with its abbreviations spelled out at their first use: `in vitro fertilization (IVF)`. */
export function spelledOut(sentence: string, abstract: string, places: readonly SpelledOut[]): string {
  if (!places.length) return sentence;
  let text = '';
  let done = 0;
  for (const { at, from, length } of places) {
    const short = shortAt(sentence, at);
    text += `${sentence.slice(done, at)}${inSentence(abstract, from, length)} (${short})`;
    done = at + short.length;
  }
  return text + sentence.slice(done);
}

/** A long form from the start of a sentence loses its capital, unless the word may be a name. */
function inSentence(abstract: string, from: number, length: number): string {
  const long = abstract.slice(from, from + length);
  const first = /^\p{Lu}\p{Ll}+(?=[\s-]\P{Lu}*$)/u.exec(long)?.[0];
  if (!first) return long;
  const small = first.toLowerCase();
  const isWord = commonWord.test(first) || hasWord(abstract, small);
  return isWord ? small + long.slice(small.length) : long;
}

/** Words and endings that are not names. */
const commonWord =
  /^(?!Hispanic|Arctic|Antarctic|Atlantic|Baltic|Islamic|Nordic|Celtic|Senegal|Portugal|Qatar)(?:\w+(?:ic|al|ar|ous|ive|ary|ory|tion|sion|ment|ated|ness|osis|itis|emia|oid|ed)|Non|Clear|Long|Short|Large|Small|High|Low|Deep|Early|Late|Severe|Mean|Major|Minor|Multiple|Single|Immune|Human|Body|Blood|Heart|Brain|Lung|Breast|Type|Tumou?r|Cell|Gene|Machine|Vision|Language|Graph|Coronavirus|Circulating|Reinforcement|Adverse|Overall|Progression|Bone|Whole|Time|Area|Quality|Standard|Health|Antibody|Antigen|Protein|Drug|Tissue|Patient|Cancer|Gut|Skin|Stem|Cross|Self|Near|Open|Full|Half|End|Best|Mixed|Double|Triple|Mouse|Muscle|Liver|Kidney|Bile|Fatty|Amino|Base|Left|Right|Upper|Lower|Food|Water|Air|Soil|Plant|Root|Leaf|Seed)$/;

function isInBrackets(sentence: string, at: number): boolean {
  const before = sentence.slice(0, at);
  return (before.match(/[([]/g)?.length ?? 0) > (before.match(/[)\]]/g)?.length ?? 0);
}

/** Whether the word names a group that did not get it: `the no HC group`, `versus no ICI`. */
const isGroupWithout = (sentence: string, at: number): boolean =>
  /\b(?:an?|the|and|or|than|vs\.?|versus) no $/i.test(sentence.slice(0, at));

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (beginsWord(text, at) && !/[\p{L}\p{N}]/u.test(text.charAt(at + word.length))) return true;
  return false;
}

/** Where the abstract has the abbreviation alone or first in brackets: `(ICI)`, or its plural in `(ICIs; …`. */
function definitionOf(short: string, abstract: string): { at: number; isSingular: boolean } | null {
  for (let at = abstract.indexOf(short); at >= 0; at = abstract.indexOf(short, at + 1)) {
    if (at === 0 || !'(['.includes(abstract[at - 1]!)) continue;
    const isSingular = abstract[at + short.length] === 's';
    const end = at + short.length + (isSingular ? 1 : 0);
    if (/^(?:[)\]]|[;,] )/.test(abstract.slice(end, end + 2))) return { at: at - 1, isSingular };
  }
  return null;
}

/** Where the abstract has the long form before the abbreviation in brackets (Schwartz and Hearst 2003). */
function longFormOf(short: string, abstract: string): Pick<SpelledOut, 'from' | 'length'> | null {
  const defined = definitionOf(short, abstract);
  if (!defined) return null;
  const { isSingular } = defined;
  const words = Math.min(short.length + 5, 2 * short.length);
  const head = abstract.slice(0, defined.at).trimEnd();
  const before = head.length > reach ? head.slice(-reach).replace(/^\S+/, '') : head;
  const letters = [
    ...short
      .replace(/s$/u, '')
      .replace(/[^\p{L}\p{N}]/gu, '')
      .toLowerCase(),
  ];
  const begin = beginByInitials(letters, before) ?? beginOfLongForm(letters, before);
  if (begin === null) return null;
  const long = before.slice(begin);
  // A single word is spelled out if it is long: `tuberculosis (TB)`.
  const isWhole =
    (/[\s-]/.test(long) || long.length >= 8) &&
    long.split(/\s+/).length <= words &&
    !long.startsWith(short.split('-')[0]!) &&
    !/[.;:()[\]\n"“”]|, |^(?:introduc|propos|present|provid|develop|describ|call|term)\w* /i.test(long);
  if (!isWhole || (isSingular && !/[^siu]s$/.test(long))) return null;
  // The singular: `immune checkpoint inhibitor (ICI)` if the abstract has the plural of both.
  return { from: head.length - long.length, length: long.length - (isSingular ? 1 : 0) };
}

/** Where as many words begin as the abbreviation has letters, each with its letter: `mucosal melanoma` for `MM`. */
function beginByInitials(letters: readonly string[], before: string): number | null {
  const words = [...before.matchAll(/[\p{L}\p{N}]+/gu)].slice(-letters.length);
  const fits =
    words.length === letters.length && words.every(({ 0: one }, i) => one[0]!.toLowerCase() === letters[i]);
  return fits ? words[0]!.index : null;
}

/**
 * Finds the letters and figures of the abbreviation in the text from the last to the first, each before the previous one.
 * The first must begin a word.
 */
function beginOfLongForm(letters: readonly string[], before: string): number | null {
  const text = before.toLowerCase();
  // A few letters get longer in lower case.
  if (text.length !== before.length) return null;
  let at = text.length;
  for (let letter = letters.length - 1; letter >= 0; letter--) {
    do at--;
    while (at >= 0 && (text[at] !== letters[letter] || (letter === 0 && !beginsWord(text, at))));
    if (at < 0) return null;
  }
  return at < text.length ? at : null;
}

const beginsWord = (text: string, at: number): boolean => at === 0 || !/[\p{L}\p{N}]/u.test(text[at - 1]!);
