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

/**
 * Where the build puts the same documents for a server without billing. These name no plan and no price.
 */
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

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character]!);

/** Where the build puts the frame of a shared digest. It is not a complete document. */
export const sharedFrame = 'shared/frame.html';

/** The placeholders in that frame. */
export const sharedBlanks = {
  title: '%SHARED_TITLE%',
  lead: '%SHARED_LEAD%',
  body: '%SHARED_BODY%',
};

/** Fills in a shared page; `body` is HTML, the others are text. */
export const fillShared = (frame: string, { title, lead, body }: typeof sharedBlanks): string =>
  frame
    .replaceAll(sharedBlanks.title, () => escapeHtml(title))
    .replaceAll(sharedBlanks.lead, () => escapeHtml(lead))
    .replaceAll(sharedBlanks.body, () => body);

/** The frame without styles, for a server whose pages are not built. */
export const bareSharedFrame = `<!doctype html><html lang="en"><head><meta charset="utf-8" />
<meta name="robots" content="noindex, nofollow" /><title>${sharedBlanks.title}</title></head>
<body><h1>${sharedBlanks.title}</h1><p>${sharedBlanks.lead}</p>${sharedBlanks.body}</body></html>`;
