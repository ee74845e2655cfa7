/**
 * Documents that the build renders whole, so that they can be read before any script runs, and the files for
 * crawlers: addresses and where the build puts them. They hold `%NAME%` where this installation's own words go;
 * the server fills them in with `fillDocument`.
 */
export const rendered: Readonly<Record<string, string>> = {
  '/': 'index.html',
  '/terms': 'terms/index.html',
  '/privacy': 'privacy/index.html',
  '/robots.txt': 'robots.txt',
  '/sitemap.xml': 'sitemap.xml',
};

export interface Installation {
  /** Without a slash at its end. */
  baseUrl: string;
  supportEmail: string;
  operatorName: string;
  postalAddress: string;
}

/** What stands in a rendered document where the installation's own words will. */
export const blanks: Installation = {
  baseUrl: '%BASE_URL%',
  supportEmail: '%SUPPORT_EMAIL%',
  operatorName: '%OPERATOR_NAME%',
  postalAddress: '%POSTAL_ADDRESS%',
};

/** The values are escaped: every blank stands in text or in a quoted attribute. */
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);
