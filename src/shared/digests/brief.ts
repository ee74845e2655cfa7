import type { PaperInput } from '../papers/paper.ts';
import { strengthOf } from '../papers/strength.ts';
import type { SummarySentence } from './digest.ts';

/** A line of the summary: a fixed label, and sentences with the papers that support them. */
export interface BriefLine {
  label: 'What is new' | 'Agreement' | 'Strength of evidence';
  /** What the sentences have in common; null if each stands alone. */
  lead: string | null;
  sentences: { text: string; papers: number[] }[];
}

const leads = { agrees: 'Two papers point the same way.', differs: 'Two papers differ.' } as const;

/**
 * The summary of a digest in three lines: what is new, whether papers agree, how strong the evidence is. Leaves out a line
 * that no paper supports. `papers` are in the order of their numbers.
 */
export function briefOf(
  summary: readonly Pick<SummarySentence, 'text' | 'paper' | 'line'>[],
  papers: readonly Pick<PaperInput, 'facts' | 'publicationTypes'>[],
): BriefLine[] {
  const said = (line: SummarySentence['line'] | 'new') =>
    summary
      .filter((one) => (one.line ?? 'new') === line)
      .map(({ text, paper }) => ({ text, papers: [paper] }));
  const relation = summary.some(({ line }) => line === 'agrees') ? 'agrees' : 'differs';
  const strength = strengthOf(papers);
  const lines: BriefLine[] = [
    { label: 'What is new', lead: null, sentences: said('new') },
    { label: 'Agreement', lead: leads[relation], sentences: said(relation) },
    { label: 'Strength of evidence', lead: null, sentences: strength ? [strength] : [] },
  ];
  return lines.filter(({ sentences }) => sentences.length);
}
