import type { PaperFacts, ReadableWork } from '../text/summary.ts';
import { designOf } from './design.ts';
import { isPeople, populationOf } from './population.ts';
import { type SampleSize, sampleSizeOf, sizeInTitle } from './sampleSize.ts';

/** A number of a trial registry, in the registry's format. */
const registration =
  /\b(?:NCT\d{8}|ISRCTN\d{8}|CRD\d{11}|ChiCTR-?\w{6,14}|EudraCT[ :]*\d{4}-\d{6}-\d{2}|ACTRN\d{14})\b/;

/** `Funding: …`, or a sentence that names the funding. */
const funding =
  /(?:^|\n)(?:Funding|FUNDING|Funding sources?):? ?(?<section>[^\n]{10,300})|(?<=[.!?]\s)(?<sentence>[^.!?\n]{0,120}\b(?:[Ff]unded by|[Ss]upported by grants?|[Ss]ponsored by)\b[^.\n]{3,200}\.)/;
const interests =
  /(?:^|\n|[.!?]\s)(?:(?:Competing|Conflicts? of|Declarations? of) [Ii]nterests?(?: [Ss]tatement)?|COMPETING INTERESTS?):? ?(?<said>[^\n]{4,300})/;
/** A single patient, in words. */
const onePatient =
  /\b[Aa]n? (?:\w+ )?(?:\d+|\w+)-(?:year|month|day|week)s?-old (?:[\w-]+ ){0,3}(?<unit>woman|man|girl|boy|infant|child|patient|male|female)\b/;

/**
 * The facts by which a reader judges a paper, as far as its record or abstract state them, each with the words that do.
 * Leaves out the rest.
 */
export function factsOf(work: ReadableWork): PaperFacts {
  const text = work.abstract ?? '';
  const design = designOf(work);
  const n =
    sizeInTitle(work.title) ||
    (text && sampleSizeOf(text)) ||
    (design?.name === 'case report' ? single(text) : null);
  const told = populationOf(work.title, text);
  // If an animal study mentions patients, they were not the ones studied.
  const population = told && isPeople(told) && design?.name === 'animal study' ? null : told;
  const registered = registration.exec(text)?.[0];
  const paid = funding.exec(text)?.groups;
  const declared = interests.exec(text)?.groups?.said;
  return {
    ...(design && { design }),
    ...(n && design?.name !== 'review' && { n }),
    ...(population && { population }),
    ...(registered && { registration: registered }),
    ...(paid && { funding: (paid.section ?? paid.sentence)!.trim() }),
    ...(declared && { interests: declared.trim() }),
  };
}

function single(abstract: string): SampleSize | null {
  const found = onePatient.exec(abstract);
  return found && { value: 1, unit: found.groups!.unit!, quote: found[0] };
}
