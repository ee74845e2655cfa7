import type { PaperFacts } from '#shared/papers/paper.ts';
import { designOf } from './design.ts';
import { sampleSizeOf } from './sampleSize.ts';

/** A number of a trial registry, as its registry writes it. */
const registration =
  /\b(?:NCT\d{8}|ISRCTN\d{8}|CRD\d{11}|ChiCTR-?\w{6,14}|EudraCT[ :]*\d{4}-\d{6}-\d{2}|ACTRN\d{14})\b/;

/**
 * What a reader decides by, as far as the record or the abstract's own words say it, each with the words behind it. What
 * is not stated is left out.
 */
export function factsOf({
  title,
  abstract,
  publicationTypes,
}: {
  title: string;
  abstract: string | null;
  publicationTypes: readonly string[];
}): PaperFacts {
  const design = designOf(title, abstract ?? '', publicationTypes);
  const n = abstract ? sampleSizeOf(abstract) : null;
  const registered = registration.exec(abstract ?? '')?.[0];
  return {
    ...(design && { design }),
    ...(n && design?.name !== 'review' && { n }),
    ...(registered && { registration: registered }),
  };
}
