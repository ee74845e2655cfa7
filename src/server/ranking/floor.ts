/** Papers below this relevance are not put into a digest to fill it. */
export const relevanceFloor = 0.15;
