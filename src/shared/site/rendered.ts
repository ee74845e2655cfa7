/**
 * Documents that the build renders in full, so that they can be read before any script runs, and the files for
 * crawlers: paths and output files. They hold `%NAME%` placeholders for this installation's details;
 * the server fills them in with `fillDocument`.
 */
export const rendered: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/terms': 'terms/index.html',
  '/privacy': 'privacy/index.html',
  '/robots.txt': 'robots.txt',
  '/sitemap.xml': 'sitemap.xml',
};

/** Where the build puts the same documents for a server without billing. These name no plan and no price. */
export const withoutPlans = (file: string): string => `without-plans/${file}`;

export interface Installation {
  /** Without a trailing slash. */
  baseUrl: string;
  supportEmail: string;
  operatorName: string;
  postalAddress: string;
}

/** The placeholders in a rendered document. */
export const blanks: Installation = {
  baseUrl: '%BASE_URL%',
  supportEmail: '%SUPPORT_EMAIL%',
  operatorName: '%OPERATOR_NAME%',
  postalAddress: '%POSTAL_ADDRESS%',
};

/** Fills in all placeholders. The values are escaped: each is in text or in a quoted attribute. */
export const fillDocument = (document: string, installation: Installation): string =>
  (Object.keys(blanks) as (keyof Installation)[]).reduce(
    (text, key) => text.replaceAll(blanks[key], () => escapeHtml(installation[key])),
    document,
  );

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for HTML, in an element or a quoted attribute. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character]!);
