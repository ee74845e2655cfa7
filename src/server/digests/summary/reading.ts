import type { SourceName } from '#shared/papers/sources.ts';
import { factsOf } from './facts/facts.ts';
import { addressesModel } from './text/promptInjection.ts';
import { announces, answers, isReadable, proposes, tellsProcedure } from './text/readable.ts';
import { placeAmong, type Sentence, sentencesOf } from './text/sentences.ts';
import {
  mostOfProcedure,
  type RatedSentence,
  type Reading,
  type ReadPaper,
  type SpelledOut,
  type SummaryInput,
} from './text/summary.ts';
import { abbreviationsIn, spelledOut } from './wording/abbreviations.ts';
import { capitalized, withoutOpening } from './wording/opening.ts';
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

/** What was made is told after what came of it, unless that says much less. */
const behindFindings = 0.3;

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
      .map(({ text }, at) => ({ ...opened(text), worth: worths[at]! }))
      .filter(({ text }) => isReadable(text))
      .map(({ text, quote, worth: { finding, informative, score } }) => {
        const isProcedure = tellsProcedure(text);
        const isLast = isProcedure || announces(text) || answers(text);
        return {
          rank: score - (isLast ? 2 : proposes(text) ? behindFindings : 0),
          sentence: {
            quote,
            finding: rounded(finding),
            informative: rounded(isProcedure ? Math.min(informative, mostOfProcedure) : informative),
          },
        };
      })
      // What only announces, answers a sentence that is not shown, or tells what was done, comes last.
      .sort((a, b) => b.rank - a.rank)
      .slice(0, sentencesAtMost)
      .map(({ sentence }) => worded(sentence, abstract, abbreviationsIn(sentence.quote, abstract)))
  );
}

/** From where it begins to say something, unless too little is left. */
function opened(sentence: string): Pick<RatedSentence, 'text' | 'quote'> {
  const quote = withoutOpening(sentence);
  const text = capitalized(quote);
  return quote === sentence || isReadable(text) ? { text, quote } : { text: sentence, quote: sentence };
}

/** A sentence as a reader meets it: with a capital, and its abbreviations spelled out as the abstract does. */
export const worded = (
  sentence: Omit<RatedSentence, 'text' | 'spelledOut'>,
  abstract: string,
  places: readonly SpelledOut[],
): RatedSentence => ({
  text: capitalized(spelledOut(sentence.quote, abstract, places)),
  ...sentence,
  ...(places.length > 0 && { spelledOut: places }),
});

/** Sentences that speak to a model are no part of what a paper says: beside them, its finding can look like background. */
function withoutOrders(sentences: readonly Sentence[]): readonly Sentence[] {
  // One look for most abstracts.
  if (!addressesModel(sentences.map(({ text }) => text).join('\n'))) return sentences;
  const own = sentences.filter(({ text }) => !addressesModel(text));
  return own.map((sentence, at) => ({ ...sentence, position: placeAmong(at, own.length) }));
}

const rounded = (chance: number): number => Math.round(chance * 1e4) / 1e4;
