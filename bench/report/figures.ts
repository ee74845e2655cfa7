/** One measured figure of the table. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** What it has to reach; absent for one that is only told. */
  goal?: { least: number } | { most: number };
  /** What it was measured on, in a few words. */
  on?: string;
}

/** The figures that fall short of half of their goal. */
export const badlyShort = (figures: readonly Figure[]): Figure[] =>
  figures.filter((one) => reached(one) < 0.5);

/** 1 when the goal is just met, 0.5 at half of it; more is better. */
function reached({ value, goal }: Figure): number {
  if (!goal) return Number.POSITIVE_INFINITY;
  // A figure that could not be measured is no success.
  if (!Number.isFinite(value)) return 0;
  return 'least' in goal ? value / goal.least : goal.most / value;
}

export function table(figures: readonly Figure[]): string {
  const rows = figures.map((one) => [
    one.name,
    figure(one),
    goalOf(one),
    one.goal ? (reached(one) >= 1 ? 'met' : `${Math.round(reached(one) * 100)} %`) : '',
    one.on ?? '',
  ]);
  const all = [['figure', 'measured', 'goal', 'reached', 'on'], ...rows];
  const widths = all[0]!.map((_, column) => Math.max(...all.map((row) => row[column]!.length)));
  const lines = all.map(
    (row) => `| ${row.map((cell, column) => cell.padEnd(widths[column]!)).join(' | ')} |`,
  );
  lines.splice(1, 0, `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`);
  return lines.join('\n');
}

export const figure = ({ value, unit }: Figure): string => {
  const digits = Math.abs(value) >= 100 ? 0 : Math.abs(value) >= 10 ? 1 : 2;
  return `${value.toLocaleString('en', { maximumFractionDigits: digits })} ${unit}`.trim();
};

export const goalOf = ({ goal, unit }: Figure): string =>
  goal ? `${'least' in goal ? `≥ ${goal.least}` : `≤ ${goal.most}`} ${unit}`.trim() : '';

/** A bench that takes part in the table. */
export interface Measured {
  /** Takes part in the table; `quick` is smaller, and takes seconds. */
  measure(options: { quick: boolean }): Promise<Figure[]>;
}
