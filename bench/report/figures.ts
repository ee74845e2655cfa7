/** One row of the table. */
export interface Figure {
  name: string;
  value: number;
  unit: string;
  /** The value to reach; absent for figures that are only reported. */
  goal?: { least: number } | { most: number };
  /** What it was measured on, in a few words: papers, topics, threads. */
  on?: string;
}

/** The figures that reach less than half of their goal. */
export const badlyShort = (figures: readonly Figure[]): Figure[] =>
  figures.filter((one) => reached(one) < 0.5);

/** The share of the goal that was reached: 1 when it is just met; more is better. */
function reached({ value, goal }: Figure): number {
  if (!goal) return Number.POSITIVE_INFINITY;
  // A figure that could not be measured counts as missed.
  if (!Number.isFinite(value)) return 0;
  return 'least' in goal ? value / goal.least : goal.most / value;
}

/** A Markdown table of figures, goals and the shares reached. */
export function table(figures: readonly Figure[]): string {
  const rows = figures.map((one) => [
    one.name,
    figure(one),
    goalOf(one),
    one.goal ? (reached(one) >= 1 ? 'met' : `${Math.round(reached(one) * 100)} %`) : '',
    one.on ?? '',
  ]);
  return rowsOf([['figure', 'measured', 'goal', 'reached', 'on'], ...rows]);
}

/** A Markdown table of cells with aligned columns; the first row is the head. */
export function rowsOf(all: readonly string[][]): string {
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

/** A bench with figures in the common table. */
export interface Measured {
  /** Returns its figures; `quick` measures a smaller size within seconds. */
  measure(options: { quick: boolean }): Promise<Figure[]>;
}
