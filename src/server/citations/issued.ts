/** As much of a date as is known. */
export interface IssueDate {
  year: number;
  /** 1 to 12. */
  month?: number;
  day?: number;
}

/** Reads `2026-08-03`, `2026 Aug 3`, `2026 Sep-Oct` (its year and first month), `1998 Winter` (its year). */
export function issued(words: string | null | undefined): IssueDate | null {
  const [, year, rest = ''] = /^(\d{4})(?:\D(.*))?$/.exec(words?.trim() ?? '') ?? [];
  if (!year) return null;
  const [, monthWords = '', dayWords] =
    /^(\d{1,2}|[A-Z][a-z]{2})[a-z]*(?:[-/ ](\d{1,2}))?\b/.exec(rest) ?? [];
  const month = /^\d/.test(monthWords) ? Number(monthWords) : months.indexOf(monthWords) + 1;
  const day = Number(dayWords);
  return {
    year: Number(year),
    ...(month >= 1 && month <= 12 ? { month, ...(day >= 1 && day <= 31 ? { day } : {}) } : {}),
  };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** BibTeX styles know these names without braces. */
export const monthName = (month: number): string => months[month - 1]!.toLowerCase();

/** `2026/08/03`, as far as it is known. */
export const parted = ({ year, month, day }: IssueDate): [string, string, string] => [
  String(year).padStart(4, '0'),
  month ? String(month).padStart(2, '0') : '',
  day ? String(day).padStart(2, '0') : '',
];
