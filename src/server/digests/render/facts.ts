import { listed } from '#mail/layout/words.ts';
import type { PaperFacts, PaperInput } from '#shared/papers/paper.ts';

/** `randomized trial · n = 412 adults · NCT02149199`; null when nothing is stated. */
export function factsLine({ design, n, registration }: PaperFacts): string | null {
  const facts = [
    design?.name,
    n && `n\u00a0=\u00a0${n.value.toLocaleString('en-US')} ${n.unit}`,
    registration,
  ].filter(Boolean);
  return facts.length ? facts.join(' · ') : null;
}

/** Numbers shown for one design; a digest has ten papers. */
const sizesAtMost = 6;

/** Designs by how much they can show, each with its plural. */
const plurals: [one: string, many: string][] = [
  ['systematic review', 'systematic reviews'],
  ['randomized trial', 'randomized trials'],
  ['non-randomized trial', 'non-randomized trials'],
  ['cohort', 'cohorts'],
  ['case-control study', 'case-control studies'],
  ['cross-sectional study', 'cross-sectional studies'],
  ['case report', 'case reports'],
  ['animal study', 'animal studies'],
  ['in vitro study', 'in vitro studies'],
  ['review', 'reviews'],
];

/**
 * How strong the evidence of a digest is, counted: `2 randomized trials (n = 212, 1,040) and 1 cohort; 3 preprints.`
 * Null when fewer than two papers state a design.
 */
export function strengthOf(papers: readonly PaperInput[]): string | null {
  const stated = plurals.flatMap(([one, many]) => {
    const own = papers.filter(({ facts }) => facts?.design?.name === one);
    if (!own.length) return [];
    const sizes = own
      .flatMap(({ facts }) => facts?.n?.value.toLocaleString('en-US') ?? [])
      .slice(0, sizesAtMost);
    const numbers = sizes.length ? ` (n\u00a0=\u00a0${sizes.join('; ')})` : '';
    return { count: own.length, words: `${own.length} ${own.length === 1 ? one : many}${numbers}` };
  });
  if (stated.reduce((sum, { count }) => sum + count, 0) < 2) return null;
  const preprints = papers.filter(({ publicationTypes }) => publicationTypes?.includes('Preprint')).length;
  const posted = preprints ? `; ${preprints} ${preprints === 1 ? 'preprint' : 'preprints'}` : '';
  return `${listed(stated.map(({ words }) => words))}${posted}.`;
}
