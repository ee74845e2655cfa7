/**
 * From the weighted sum to the share of papers with such a sum that people judged relevant. Increasing in the sum,
 * so that it never changes the order within a topic. Fitted by `npm run bench -- calibrate`.
 */
export function relevanceOf(sum: number, { coverage }: { coverage: number }): number {
  return 1 / (1 + Math.exp(-(fit.start + fit.sum * sum + fit.coverage * coverage)));
}

const fit = { start: -5, sum: 3.5, coverage: 2 };
