import { once } from '../core/memo.ts';
import type { Columns } from '../documents/columns.ts';

/** Share of the score that impact decides: enough to order papers of similar relevance, no more. */
export const impactShare = 0.06;

/**
 * A paper's expected impact, 0 to 1, from its publication type, its venue, an impact service if it knows the paper, and
 * its recency within the index. A record without any of these gets about .5.
 */
export function impactOf(columns: Columns, paper: number, newest: number): number {
  const kind = kindWeights(columns)[columns.kind[paper]!]!;
  const record = 0.7 * kind + (columns.journal[paper]! > 0 ? 0.3 : 0);
  const spoken = columns.impact[paper]!;
  const judged = Number.isNaN(spoken) ? record : (record + spoken) / 2;
  return 0.75 * judged + 0.25 * recency(columns.available[paper]!, newest);
}

/** The weight of each list of publication types. */
const kindWeights = once(({ kinds }: Columns) =>
  kinds.map((some) => {
    const types = some.map((type) => type.toLowerCase());
    if (types.some((type) => slightTypes.has(type))) return 0;
    return types.reduce((most, type) => Math.max(most, weightOfType.get(type) ?? 0), 0) || unknownKind;
  }),
);

/** 1 on the newest day of the index, 0 four weeks earlier. Relative to the index, so that no clock is needed. */
const recency = (day: number, newest: number): number => Math.min(Math.max(1 - (newest - day) / 28, 0), 1);

const unknownKind = 0.5;

/** PubMed's publication types (https://www.nlm.nih.gov/mesh/pubtypes.html) by strength of evidence. */
const weightOfType = new Map(
  `meta-analysis: 1 | systematic review: 1 | practice guideline: 1 | randomized controlled trial: 0.95
  clinical trial, phase iii: 0.95 | guideline: 0.9 | controlled clinical trial: 0.85 | clinical trial: 0.8
  multicenter study: 0.75 | review: 0.7 | journal article: 0.5 | preprint: 0.4 | case reports: 0.3`
    .split(/[|\n]/)
    .map((line) => line.trim().split(': '))
    .map(([type = '', weight]) => [type, Number(weight)] as const),
);

/** Publication types without a finding of their own, whatever other types the record lists. */
export const slightTypes: ReadonlySet<string> = new Set(
  'editorial|letter|comment|news|published erratum|biography|interview'.split('|'),
);
