import { factsOf } from './facts/facts.ts';
import { lacksOutcome } from './text/complete.ts';
import { addressesModel } from './text/promptInjection.ts';
import {
  addsTo,
  announces,
  answers,
  isNominal,
  isReadable,
  missesSignificance,
  praises,
  proposes,
  tellsProcedure,
} from './text/readable.ts';
import { placeAmong, type Sentence, sentencesOf } from './text/sentences.ts';
import {
  mostOfEmpty,
  mostOfProcedure,
  type RatedSentence,
  type ReadableWork,
  type Reading,
  type ReadPaper,
  type SpelledOut,
  type SummaryInput,
} from './text/summary.ts';
import {
  abbreviationsIn,
  capitalized,
  ended,
  shortened,
  spelledOut,
  unexplainedIn,
  withoutOpening,
  withoutSecondThat,
} from './text/wording.ts';
import { contextOf, worthsOf } from './worth/features.ts';

/** Enough for a takeaway, a sentence of the summary, and a pair of sentences on which papers agree. */
const sentencesAtMost = 5;

/** A sentence on what was made ranks below findings by this much. */
const behindFindings = 0.3;
/** A sentence that adds to another one ranks below others by this much. */
const behindOthers = 0.1;

/** Reads a paper for digests. Takes about a millisecond of processor time, so it is done in advance (`readAhead.ts`). */
export const readPaper = (work: ReadableWork): Reading => ({
  sentences: bestSentences(work),
  facts: factsOf(work),
  addressesModel: addressesModel(`${work.title}\n${work.abstract ?? ''}`),
});

/** A paper that is read immediately. */
export const withReading = <P extends SummaryInput & Partial<ReadableWork>>(paper: P): P & ReadPaper => ({
  ...paper,
  reading: readPaper({ publicationTypes: [], ...paper }),
});

function bestSentences({ title, abstract }: ReadableWork): RatedSentence[] {
  if (!abstract) return [];
  const sentences = withoutOrders(sentencesOf(abstract));
  const worths = worthsOf(contextOf(title, abstract, sentences));
  const hasMissed = sentences.some(({ text }) => missesSignificance(text));
  return (
    sentences
      .flatMap(({ text }, at) => {
        const shown = opened(text);
        return shown ? { ...shown, worth: worths[at]! } : [];
      })
      .filter(({ text }) => isReadable(text))
      .map(({ text, quote, worth: { finding, informative, score } }) => {
        const isProcedure = tellsProcedure(text);
        const isEmpty = praises(text) || lacksOutcome(text) || (hasMissed && isNominal(text));
        const isLast = isProcedure || isEmpty || announces(text) || answers(text);
        const most = isEmpty ? mostOfEmpty : isProcedure ? mostOfProcedure : 1;
        return {
          rank:
            score - (isLast ? 2 : proposes(text) ? behindFindings : 0) - (addsTo(text) ? behindOthers : 0),
          sentence: { quote, finding: rounded(finding), informative: rounded(Math.min(informative, most)) },
        };
      })
      // Announcements, answers to sentences that are not shown, praise and procedures come last.
      .sort((a, b) => b.rank - a.rank)
      .map(({ sentence }) => ({ sentence, places: abbreviationsIn(sentence.quote, abstract) }))
      .filter(({ sentence, places }) => unexplainedIn(sentence.quote, abstract, places) <= unexplainedAtMost)
      .slice(0, sentencesAtMost)
      .map(({ sentence, places }) => worded(sentence, abstract, places))
  );
}

/** With more abbreviations that only the abstract explains, a sentence is not shown. */
const unexplainedAtMost = 2;

/** Cuts off introductory words, unless too little is left, and the end of a long sentence; null if that cannot be cut. */
function opened(sentence: string): Pick<RatedSentence, 'text' | 'quote'> | null {
  const rest = withoutOpening(sentence);
  const whole = rest === sentence || isReadable(capitalized(rest)) ? rest : sentence;
  const quote = shortened(whole);
  return quote === null ? null : { text: ended(capitalized(quote)), quote };
}

/** A sentence as readers see it: with a capital, and with abbreviations spelled out as in the abstract. */
export const worded = (
  sentence: Omit<RatedSentence, 'text' | 'spelledOut'>,
  abstract: string,
  places: readonly SpelledOut[],
): RatedSentence => ({
  text: ended(capitalized(untied(spelledOut(sentence.quote, abstract, places), sentence.quote, abstract))),
  ...sentence,
  ...(places.length > 0 && { spelledOut: places }),
});

/** Without a second “that” if an announcement with the first was cut off. */
const untied = (text: string, quote: string, abstract: string): string =>
  abstract.slice(0, Math.max(0, abstract.indexOf(quote))).endsWith(' that ') ? withoutSecondThat(text) : text;

/**
 * Leaves out sentences that address a model. They are not the paper's content, and next to them its finding can look like
 * background.
 */
function withoutOrders(sentences: readonly Sentence[]): readonly Sentence[] {
  // One check is enough for most abstracts.
  if (!addressesModel(sentences.map(({ text }) => text).join('\n'))) return sentences;
  const own = sentences.filter(({ text }) => !addressesModel(text));
  return own.map((sentence, at) => ({ ...sentence, position: placeAmong(at, own.length) }));
}

const rounded = (chance: number): number => Math.round(chance * 1e4) / 1e4;
