export type { IndexedNames } from '#engine/core/types.ts';

/** A name, split as its source splits it. A group, or a person with a single name, has only `literal`. */
export type PersonName =
  | ({ family: string; literal?: undefined } & Partial<
      Record<'given' | 'particle' | 'suffix' | 'orcid', string>
    >)
  | { literal: string; family?: undefined };

/** What a citation needs besides title, journal, date and identifiers. Fields the source does not give are absent. */
export interface Bibliography {
  /** One name per author, in the same order. */
  names: PersonName[];
  volume?: string;
  issue?: string;
  /** As printed: `101-110`, `e1002`. */
  pages?: string;
  /** ISSN of the printed journal, or else of the electronic one. */
  issn?: string;
  /** Identifier of the copy in PubMed Central, `PMC123`, if that is already public. */
  pmcid?: string;
  /** License, `cc-by`, `cc-by-nc-nd`, `cc0` …, if the source names it. */
  license?: string;
  /** The title in the authors' TeX, if it says more than the plain title. */
  titleTex?: string;
}
