/** Headings of MeSH (public domain, U.S. National Library of Medicine) with some of their entry terms, by uid. */
const headings: Record<string, string[]> = {
  '68009203': ['Myocardial Infarction', 'Infarction, Myocardial', 'Heart Attack', 'Heart Attacks'],
  '68003924': ['Diabetes Mellitus, Type 2', 'Type 2 Diabetes', 'Type 2 Diabetes Mellitus', 'NIDDM'],
  '68064420': ['Gene Editing', 'Genome Editing', 'Base Editing', 'Editing, Gene'],
};

/** The uids of the headings that have one of the quoted phrases of `"…" OR "…"` in one of their terms. */
export const meshIds = (term: string): string[] => {
  const phrases = [...term.toLowerCase().matchAll(/"([^"]+)"/g)].map(([, phrase = '']) => phrase);
  return Object.keys(headings).filter((uid) =>
    headings[uid]!.some((one) => phrases.some((phrase) => one.toLowerCase().includes(phrase))),
  );
};

/** What esummary answers for these uids. */
export const meshSummaries = (uids: string[]) => ({
  header: { type: 'esummary', version: '0.3' },
  result: { uids, ...Object.fromEntries(uids.map((uid) => [uid, { uid, ...summaryOf(headings[uid]) }])) },
});

const summaryOf = (terms: string[] | undefined) =>
  terms ? { ds_recordtype: 'descriptor', ds_meshterms: terms } : { error: 'cannot get document summary' };
