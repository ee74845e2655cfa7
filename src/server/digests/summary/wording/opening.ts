import { saysWhatFor } from '../text/readable.ts';

/** Words that connect a sentence to the previous one and have no content. */
const tie =
  /^(?:In conclusion|In summary|To summari[sz]e|Overall|Taken together|Altogether|Collectively|Together|Here|Importantly|Notably|Interestingly|Remarkably|Strikingly|Surprisingly|Unexpectedly|As expected|Finally|Lastly|Moreover|Furthermore|Additionally|In addition|Also|Indeed|Further|However|Nevertheless|Nonetheless|Thus|Therefore|Hence|Consequently|Accordingly|As a result|Specifically|In particular|Conversely|In contrast|By contrast|On the other hand|On the contrary|At the same time|Meanwhile|Subsequently|Of note|In this context|To our knowledge|Similarly|Likewise|First|Firstly|Second|Secondly|Third|Thirdly|Fourth)(?:, (?:however|though|therefore|thus|moreover|furthermore|in addition|too))?,\s+(?=[\p{L}\p{N}])/u;

/** Words that announce a finding, which follows them. A verb that doubts it (`suggest`) stays. */
const announcement =
  /^(?:(?:[Ii]n (?:this|the present|our) \w+|[Hh]ere),? )?(?:[Ww]e|(?:[Oo]ur|[Tt]he|[Tt]hese|[Tt]his|[Tt]he present) (?:\w+ )?(?:results?|findings?|data|stud(?:y|ies)|analys[ei]s|work|experiments?|observations?)) (?:also |further |then |here |next |\w+ly )?(?:found|find|finds|show|shows|showed|have shown|demonstrate|demonstrates|demonstrated|have demonstrated|report|observe|observed|reveal|reveals|revealed|discovered|establish|confirm|confirms|confirmed|conclude)(?: here)?,? that (?!(?:our|the proposed|the present|this|these|those|that|it|its|they|their|such|both|we)\b)(?=[\p{L}\p{N}])/u;

/** The sentence without its opening words, if these only connect it to the previous one or announce a finding. */
export function withoutOpening(sentence: string): string {
  const untied = sentence.replace(tie, '');
  return untied.replace(announcement, '');
}

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
