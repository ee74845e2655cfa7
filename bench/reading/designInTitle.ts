import type { designClasses } from '#digests/summary/facts/design.ts';
import type { SourceName } from '#shared/papers/sources.ts';

type DesignClass = (typeof designClasses)[number];

/** The first that a title has. */
const titleWords: readonly (readonly [design: DesignClass, words: RegExp])[] = [
  ['systematic review', /systematic review|meta-analys|scoping review/i],
  ['randomized trial', /randomi[sz]ed|placebo-controlled|double-blind/i],
  ['case report', /case report|a case of|report of (?:a|two) cases?/i],
  ['case-control study', /case-control/i],
  ['cross-sectional study', /cross-sectional|seroprevalence|prevalence (?:of|and)/i],
  [
    'survey or interviews',
    /qualitative|interviews?|survey of|a survey|questionnaire|perceptions of|attitudes|focus group|mixed-methods/i,
  ],
  [
    'non-randomized trial',
    /phase (?:i|ii|1|2|1b|ib|i\/ii|1\/2)\b|open-label|single-arm|pilot trial|first-in-human/i,
  ],
  [
    'cohort',
    /cohort|retrospective|prospective|longitudinal study|registry|population-based|follow-up study/i,
  ],
  [
    'review',
    /\breview\b|overview|advances in|perspectives?$|current status|state of the art|challenges and|recent/i,
  ],
  [
    'in vitro study',
    /in vitro|cell lines?|organoids?|cultured|\bcells$|e\. coli|escherichia|crystal structure|cryo-em|structural basis/i,
  ],
  [
    'animal study',
    /\bmice\b|\brats?\b|\bmouse\b|zebrafish|drosophila|macaques|rabbits?|\bdogs?\b|\bpigs?\b|c\. elegans|murine/i,
  ],
  [
    'computational study',
    /deep learning|machine learning|neural network|simulat|algorithm|framework|benchmark|learning|model(?:l?ing)? of|mathematical|bioinformatic|prediction|llm|language model/i,
  ],
];

/** The design that a title names, and the title without those words; null when it names none. */
export function designInTitle(
  title: string,
  source: SourceName,
): { design: DesignClass; rest: string } | null {
  for (const [design, words] of titleWords) {
    if (source === 'arxiv' && design !== 'computational study' && design !== 'review') continue;
    const found = words.exec(title);
    if (found)
      return {
        design,
        rest: title.slice(0, found.index) + title.slice(found.index + found[0].length),
      };
  }
  // What arXiv holds beside reviews is computed, as good as always.
  return source === 'arxiv' ? { design: 'computational study', rest: title } : null;
}
