import type { Figure } from './figures.ts';

/** The values of one figure in the rounds of both commits. */
export interface Compared {
  name: string;
  unit: string;
  base: number[];
  head: number[];
  /** Median of head to median of base; above 1 is better, whatever the figure's direction. */
  better: number;
  verdict: 'slower' | 'faster' | 'within noise' | 'only in one';
}

/** A change smaller than this is never reported, because two runs of one commit can differ by as much. */
const smallest = 0.05;

/**
 * Compares figures measured in turn. A figure counts as changed when its medians differ by more than 5 % and no round of
 * one side reaches into the other's range; with four rounds a side that happens by chance once in 35 times.
 */
export function compare(base: readonly Figure[][], head: readonly Figure[][]): Compared[] {
  const of = (rounds: readonly Figure[][], name: string) =>
    rounds
      .flatMap((round) => round.filter((figure) => figure.name === name))
      .map(({ value }) => value)
      .filter(Number.isFinite);
  const named = new Map([...base, ...head].flat().map((figure) => [figure.name, figure]));
  return [...named.values()].map((figure) => {
    const [ofBase, ofHead] = [of(base, figure.name), of(head, figure.name)];
    const ratio = median(ofHead) / median(ofBase);
    const better = lessIsBetter(figure) ? 1 / ratio : ratio;
    const verdict = verdictOf(ofBase, ofHead, better);
    return { name: figure.name.trim(), unit: figure.unit, base: ofBase, head: ofHead, better, verdict };
  });
}

function verdictOf(base: number[], head: number[], better: number): Compared['verdict'] {
  if (base.length === 0 || head.length === 0) return 'only in one';
  const apart = Math.max(...base) < Math.min(...head) || Math.max(...head) < Math.min(...base);
  if (!apart || Math.abs(better - 1) <= smallest) return 'within noise';
  return better < 1 ? 'slower' : 'faster';
}

/** Fewer seconds, milliseconds and bytes are better, and higher rates and ratios. A goal takes precedence. */
const lessIsBetter = ({ goal, unit }: Figure): boolean =>
  goal ? 'most' in goal : ['s', 'ms', 'MB', 'GB', 'kB'].includes(unit);

/** The middle value; NaN if there is none. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
