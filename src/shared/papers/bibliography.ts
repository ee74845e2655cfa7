import { z } from 'zod';
import { storable } from '../values/fields.ts';

export type { IndexedNames } from '#engine/core/types.ts';

/** A short text of a record. The limit is far above anything real. */
export const part = storable.min(1).max(1_000);

/** A name, split as its source splits it. A group, or a person with a single name, has only `literal`. */
const name = z.union([
  z.object({
    family: part,
    given: part.exactOptional(),
    particle: part.exactOptional(),
    suffix: part.exactOptional(),
    orcid: z
      .string()
      .regex(/^\d{4}-\d{4}-\d{4}-\d{3}[\dX]$/)
      .exactOptional(),
    literal: z.undefined().optional(),
  }),
  z.object({ literal: part, family: z.undefined().optional() }),
]);
export type PersonName = z.infer<typeof name>;

/** What a citation needs besides title, journal, date and identifiers. Fields the source does not give are absent. */
export const bibliography = z.object({
  /** One name per author, in the same order. */
  names: z.array(name).max(20_000),
  volume: part.exactOptional(),
  issue: part.exactOptional(),
  /** As printed: `101-110`, `e1002`. */
  pages: part.exactOptional(),
  /** ISSN of the printed journal, or else of the electronic one. */
  issn: part.exactOptional(),
  /** Identifier of the copy in PubMed Central, `PMC123`, if that is already public. */
  pmcid: part.exactOptional(),
  /** License, `cc-by`, `cc-by-nc-nd`, `cc0` …, if the source names it. */
  license: part.exactOptional(),
  /** The title in the authors' TeX, if it says more than the plain title. */
  titleTex: storable.min(1).max(5_000).exactOptional(),
});
export type Bibliography = z.infer<typeof bibliography>;
