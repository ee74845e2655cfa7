/**
 * Papers below this relevance are not put into a digest to fill it. Topics that the library knows fill ten well above
 * it; a topic of another field finds one or two at most (docs/decisions/0007-ranking.md).
 */
export const relevanceFloor = 0.22;
