import type { SourceName } from '#shared/papers/sources.ts';
import { factsOf } from './facts/facts.ts';
import { addressesModel } from './text/promptInjection.ts';
import { announces, answers, isReadable } from './text/readable.ts';
import { placeAmong, type Sentence, sentencesOf } from './text/sentences.ts';
import type { RatedSentence, Reading, ReadPaper, SummaryInput } from './text/summary.ts';
import { contextOf } from './worth/features.ts';
import { worthsOf } from './worth/worth.ts';

/** What is read of a record. */
export interface ReadableWork {
  title: string;
  abstract: string | null;
  publicationTypes: readonly string[];
  source?: SourceName;
}

/** Enough for a takeaway and a line of the brief, and for a pair of sentences on which papers agree. */
const sentencesAtMost = 5;

/** Reads a paper for digests: about a millisecond of processor time, so that it is done ahead of them (`readAhead.ts`). */
export const readPaper = (work: ReadableWork): Reading => ({
  sentences: bestSentences(work),
  facts: factsOf(work),
  addressesModel: addressesModel(`${work.title}\n${work.abstract ?? ''}`),
});

/** A paper that is read on the spot. */
export const withReading = <P extends SummaryInput & Partial<ReadableWork>>(paper: P): P & ReadPaper => ({
  ...paper,
  reading: readPaper({ publicationTypes: [], ...paper }),
});

function bestSentences({ title, abstract }: ReadableWork): RatedSentence[] {
  if (!abstract) return [];
  const sentences = withoutOrders(sentencesOf(abstract));
  const worths = worthsOf(contextOf(title, abstract, sentences));
  return (
    sentences
      .map(({ text }, at) => ({ ...withoutTie(text), worth: worths[at]! }))
      .filter(({ text }) => isReadable(text))
      .map(({ text, quote, worth: { finding, informative, score } }) => ({
        rank: score - (announces(text) || answers(text) ? 2 : 0),
        sentence: { text, quote, finding: rounded(finding), informative: rounded(informative) },
      }))
      // What only announces, or answers a sentence that is not shown, comes last.
      .sort((a, b) => b.rank - a.rank)
      .slice(0, sentencesAtMost)
      .map(({ sentence }) => sentence)
  );
}

/** Sentences that speak to a model are no part of what a paper says: beside them, its finding can look like background. */
function withoutOrders(sentences: readonly Sentence[]): readonly Sentence[] {
  // One look for most abstracts.
  if (!addressesModel(sentences.map(({ text }) => text).join('\n'))) return sentences;
  const own = sentences.filter(({ text }) => !addressesModel(text));
  return own.map((sentence, at) => ({ ...sentence, position: placeAmong(at, own.length) }));
}

const rounded = (chance: number): number => Math.round(chance * 1e4) / 1e4;

/** Words that tie a sentence to the one before it, and say nothing themselves. */
const tie =
  /^(?:In conclusion|In summary|To summari[sz]e|Overall|Taken together|Altogether|Collectively|Together|Here|Importantly|Notably|Interestingly|Remarkably|Strikingly|Finally|Lastly|Moreover|Furthermore|Additionally|In addition|Also|Indeed|Further|However|Nevertheless|Nonetheless|Thus|Therefore|Hence|Consequently|Accordingly|As a result|Specifically|In particular|First|Firstly|Second|Secondly|Third|Thirdly),\s+(?=\p{L})/u;

function withoutTie(sentence: string): Pick<RatedSentence, 'text' | 'quote'> {
  const quote = sentence.replace(tie, '');
  // `mRNA` and `p53` keep their small letter: only a small word becomes a beginning.
  const isCut = quote !== sentence && /^\p{Ll}+\b/u.test(quote);
  return { text: isCut ? capitalized(quote) : quote, quote };
}

/** With a capital at its beginning. */
export function capitalized(quote: string): string {
  const first = String.fromCodePoint(quote.codePointAt(0)!);
  return first.toUpperCase() + quote.slice(first.length);
}
