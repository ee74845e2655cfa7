/**
 * The ORCID iD in a text or address, as `0000-0002-1825-0097`; null without one, and if its last digit does not fit the others, as
 * after a slip: https://support.orcid.org/hc/en-us/articles/360006897674
 */
export function orcidIn(text: string): string | null {
  const found = /(?<!\d)\d(?:[-‐‑–]?\d){14}[-‐‑–]?[\dX](?!\d)/i.exec(text)?.[0];
  const iD = found?.replace(/[^\dX]/gi, '').toUpperCase() ?? '';
  let sum = 0;
  for (const digit of iD.slice(0, -1)) sum = (sum + Number(digit)) * 2;
  const last = (12 - (sum % 11)) % 11;
  return iD.endsWith(last === 10 ? 'X' : `${last}`) ? iD.replace(/.{4}(?!$)/g, '$&-') : null;
}

/** What is said of a text that should be an iD and is none. */
export const noOrcid = (text: string): string =>
  `“${text}” is no ORCID iD: a digit is missing or wrong. It should look like 0000-0002-1825-0097.`;
