import type { ReaderSetup } from '#e2e/stage/setup.ts';

export const topics = [
  'sleep and memory consolidation',
  'CRISPR base editing',
  'soil microbiome and drought',
  'graph neural networks for molecules',
  'antimicrobial resistance in hospitals',
  'long COVID and fatigue',
  'quantum error correction',
  'gut microbiome in Parkinson’s disease',
  'perovskite solar cells',
  'protein structure prediction',
].map((term) => ({ term }));

/** A reader with one weekly digest and feedback on each of its three papers. */
export const readerWithFeedback: ReaderSetup = {
  terms: [{ term: 'soil microbiome and drought' }],
  digests: ['whole'],
  judged: ['more', 'less', 'more'],
};

export const weeklyDigests = (count: number) => Array.from({ length: count }, () => 'whole' as const);
