import { type ArticleType, articleTypes } from '../core/types.ts';
import { stemsOf } from './otherNames.ts';

/** A kind of document or study, in readers' words. */
export interface DocumentKind {
  /** Names in titles and abstracts. */
  names: string[];
  /** PubMed's publication types, in lower case (https://www.nlm.nih.gov/mesh/pubtypes.html). */
  types: string[];
}

/** One kind per line: its names, and after the colon its types, which contain commas. */
const table = `
randomized controlled trial, randomized trial, randomized clinical trial, RCT, randomised, controlled clinical trial : randomized controlled trial; controlled clinical trial; pragmatic clinical trial; equivalence trial
phase 1 trial, phase I trial, phase 1 clinical trial, phase I clinical trial : clinical trial, phase i
phase 2 trial, phase II trial, phase 2 clinical trial, phase II clinical trial : clinical trial, phase ii
phase 3 trial, phase III trial, phase 3 clinical trial, phase III clinical trial : clinical trial, phase iii
clinical trial, trial, controlled trial : clinical trial; randomized controlled trial; controlled clinical trial; clinical trial, phase i; clinical trial, phase ii; clinical trial, phase iii; clinical trial, phase iv
systematic review, scoping review, meta-analysis, umbrella review, rapid review : systematic review; meta-analysis; network meta-analysis; scoping review
meta-analysis : meta-analysis; network meta-analysis
review, literature review : review; systematic review; scoping review
case report, case series : case reports
cohort study, prospective cohort, longitudinal study : observational study
cross-sectional study, cross-sectional survey : observational study
case-control study : observational study
guideline, practice guideline, clinical practice guideline, clinical guideline, consensus statement : guideline; practice guideline; consensus statement
study protocol, trial protocol, protocol : clinical trial protocol
editorial : editorial
letter, letter to the editor, comment, commentary : letter; comment
correction, erratum, corrigendum : published erratum
retracted paper, retracted article, retracted publication, retraction : retracted publication; retraction of publication
news : news; newspaper article
`;

/** Kinds by the stems of each name. */
const kindsByKey: ReadonlyMap<string, DocumentKind> = (() => {
  const byKey = new Map<string, DocumentKind>();
  for (const line of table.trim().split('\n')) {
    const [names = '', types = ''] = line.split(' : ');
    const kind = { names: names.split(', '), types: types.split('; ') };
    for (const name of kind.names) if (!byKey.has(stemsOf(name))) byKey.set(stemsOf(name), kind);
  }
  return byKey;
})();

/** The kind that these words name: `randomized trials`, `case report`; undefined if they name none. */
export const documentKind = (words: string): DocumentKind | undefined =>
  // Mendelian randomization shares its stem with randomized trials.
  /randomi[sz]ation/i.test(words) ? undefined : kindsByKey.get(stemsOf(words));

/** Maximum number of words in a name. */
const longestName = 4;

/**
 * The kind of document that a topic asks for: "systematic reviews of …", "… randomized trials". A name inside a topic
 * ("trial recruitment"), or a name that is the whole topic, does not ask for a kind. A single word asks only in the
 * plural.
 */
export function askedKind(topic: string): { kind: DocumentKind; from: number; to: number } | null {
  const words = [...topic.matchAll(/[\p{L}\p{N}][\p{L}\p{N}-]*/gu)];
  for (let size = Math.min(longestName, words.length - 1); size > 0; size--) {
    const first = words[0]!;
    const lastOfFirst = words[size - 1]!;
    const next = words[size]?.[0] ?? '';
    const atStart = { from: first.index, to: lastOfFirst.index + lastOfFirst[0].length };
    const final = words.at(-1)!;
    const atEnd = { from: words.at(-size)!.index, to: final.index + final[0].length };
    if (linkWords.test(next)) {
      const kind = askedBy(topic.slice(atStart.from, atStart.to), size);
      if (kind) return { kind, ...atStart };
    }
    const kind = size > 1 ? askedBy(topic.slice(atEnd.from, atEnd.to), size) : null;
    if (kind) return { kind, ...atEnd };
  }
  return null;
}

const linkWords = /^(?:of|in|on|for|about|with|among)$/i;

const askedBy = (words: string, size: number): DocumentKind | null =>
  size > 1 || /(?:s|es)$/i.test(words) ? (documentKind(words) ?? null) : null;

/** The filters' article type that words name, also in the plural. */
export const articleType = (words: string): ArticleType | undefined =>
  articleTypes.find((type) => type === words.toLowerCase().replace(/s$/, ''));

/** Whether words name a kind of document for `type:`, such as `case report` or `preprint`. */
export const isKnownType = (words: string): boolean =>
  documentKind(words) !== undefined || articleType(words) !== undefined;
