/** A name in the parts that its source gives; a group, or a person with a single name, has only `literal`. */
export type PersonName =
  | { family: string; given?: string; particle?: string; suffix?: string; literal?: undefined }
  | { literal: string; family?: undefined };

/** What a citation needs beside title, journal, date and identifiers, as far as the source says it. */
export interface Bibliography {
  /** One for each author, in the same order. */
  names: PersonName[];
  volume?: string;
  issue?: string;
  /** As printed: `101-110`, `e1002`. */
  pages?: string;
  /** Of the printed journal, else of the electronic one. */
  issn?: string;
  /** Of the copy in PubMed Central, `PMC123`, where it may be read by now. */
  pmcid?: string;
  /** `cc-by`, `cc-by-nc-nd`, `cc0` …, where the source says so. */
  license?: string;
  /** The title as its authors wrote it in TeX, where that says more than the plain title. */
  titleTex?: string;
}

/** Names that a source's indexers wrote beside a record, and that its text may lack. */
export interface IndexedNames {
  /** Single substances, as indexers name them: `semaglutide`. */
  substances: string[];
  /** What these do, as headings: `Hypoglycemic Agents`. */
  classes: string[];
  /** The title in the language of the article, where the record's title is a translation. */
  ownTitle: string | null;
}
