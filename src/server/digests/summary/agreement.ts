import { contentStems } from './text/stems.ts';

/** A sentence in a digest, with the paper that supports it. */
export interface Claim {
  paper: number;
  text: string;
  stems: ReadonlySet<string>;
}

export interface Agreement<C extends Claim> {
  relation: 'agrees' | 'differs';
  pair: [C, C];
}

type Direction = 'more' | 'less' | 'same';

const directions: readonly (readonly [Direction, RegExp])[] = [
  [
    'same',
    /\b(?:no (?:significant |statistically significant )?(?:difference|effect|association|change)s?|not (?:significantly )?(?:associated|differ\w*|improve\w*|reduce\w*|increase\w*|affect\w*)|did not|unchanged|similar|comparable)\b/gi,
  ],
  [
    'more',
    /\b(?:increas(?:ed?|es)|higher|greater|improv(?:ed?|es)|enhanc(?:ed?|es)|elevated|longer|rose|promot(?:ed?|es))\b/gi,
  ],
  [
    'less',
    /\b(?:decreas(?:ed?|es)|lower(?:ed|s)?|reduc(?:ed?|es)|fewer|declin(?:ed?|es)|suppress(?:ed|es)?|inhibit(?:ed|s)?|attenuat(?:ed?|es)|shorter|worse)\b/gi,
  ],
];

/** Minimum number of common stems for two sentences to be about one question, and of common stems of what changed. */
const leastShared = 4;
/** Number of words on each side of the direction that may name what changed. */
const reach = 4;

/**
 * Two papers that report the direction of the same change: the same direction, or opposite ones. Null unless both
 * sentences state exactly one direction, share most of their content, and the direction is that of the same thing,
 * because a wrong agreement is worse than none.
 */
export function agreementOf<C extends Claim>(claims: readonly C[]): Agreement<C> | null {
  const common = commonStems(claims);
  const directed = claims.flatMap((claim) => {
    const found = directionOf(claim.text);
    return found ? [{ claim, ...found }] : [];
  });
  let best: (Agreement<C> & { shared: number }) | null = null;
  for (const [at, one] of directed.entries())
    for (const other of directed.slice(at + 1)) {
      if (one.claim.paper === other.claim.paper) continue;
      const shared = [...one.claim.stems].filter((stem) => other.claim.stems.has(stem));
      const own = shared.filter((stem) => !common.has(stem));
      const changed = [...one.changed].filter((stem) => other.changed.has(stem) && !common.has(stem));
      if (shared.length < leastShared || own.length < 2 || !changed.length) continue;
      const relation = one.direction === other.direction ? 'agrees' : 'differs';
      if (!best || own.length > best.shared)
        best = { relation, pair: [one.claim, other.claim], shared: own.length };
    }
  return best && { relation: best.relation, pair: best.pair };
}

/** The one direction that a sentence states, with the stems of what changed; null for none or several. */
function directionOf(text: string): { direction: Direction; changed: ReadonlySet<string> } | null {
  const found = directions.flatMap(([direction, words]) =>
    [...text.matchAll(words)].map(({ index, 0: word }) => ({ direction, index, end: index + word.length })),
  );
  if (found.length !== 1) return null;
  const [{ direction, index, end }] = found as [(typeof found)[number]];
  const before = text
    .slice(0, index)
    .split(/\s+/)
    .slice(-reach - 1)
    .join(' ');
  const after = text
    .slice(end)
    .split(/\s+/)
    .slice(0, reach + 1)
    .join(' ');
  return { direction, changed: new Set(contentStems(`${before} ${after}`)) };
}

/**
 * The stems in most sentences of the digest. These are its topic, so they do not show that two papers ask the same
 * question.
 */
function commonStems(claims: readonly Claim[]): ReadonlySet<string> {
  const papers = new Map<string, Set<number>>();
  for (const { paper, stems } of claims)
    for (const stem of stems) {
      const own = papers.get(stem) ?? new Set();
      papers.set(stem, own.add(paper));
    }
  const all = new Set(claims.map(({ paper }) => paper)).size;
  return new Set([...papers].filter(([, own]) => own.size > Math.max(2, all / 2)).map(([stem]) => stem));
}
