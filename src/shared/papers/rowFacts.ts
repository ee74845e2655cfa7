import { withCommas } from '../values/dates.ts';
import { shortJournal } from './journals.ts';
import { type PaperInput, pieceLabel } from './paper.ts';
import { sourceLabels } from './sources.ts';

type RowPaper = Pick<PaperInput, 'journal' | 'source' | 'kind' | 'facts' | 'publicationTypes'>;

/** What a paper is, in the words of a row: its design, sample, and journal. “Preprint” takes the journal’s place. */
export function rowFacts({ journal, source, kind, facts, publicationTypes = [] }: RowPaper) {
  const { design, n } = facts ?? {};
  const label = sourceLabels[source];
  const isPreprint = kind === 'preprint' || publicationTypes.includes('Preprint');
  // A letter about a cohort is a letter first.
  const what = pieceLabel(kind) ?? design?.name ?? publicationTypes.find((type) => !unsaid.has(type));
  return {
    design: what && `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    sample: n && `n\u00a0=\u00a0${withCommas(n.value)}`,
    journal: isPreprint ? `${label} preprint` : journal?.trim() ? shortJournal(journal) : label,
  };
}

const unsaid = new Set(['Journal Article', 'Preprint']);
