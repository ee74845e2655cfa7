/** The paths of the pages, for the server's status (404 for any other path) and headers, and for the router. */
export interface Page {
  path: string;
  /** Its address contains a secret token: the page sends no referrer, is not cached, and runs no analytics. */
  token?: boolean;
  /**
   * The card provider's script runs here. A browser keeps the content security policy of the document it
   * loaded, so links to such a page load it as a document of its own (`reloadDocument`).
   */
  payment?: boolean;
  /** Only for a signed-in reader. */
  reader?: boolean;
  /** Only on a server with billing. */
  billing?: boolean;
  /** The document in which the build has drawn it as a first visitor sees it, so that it is read before its script runs. */
  drawn?: string;
}

/** The pages of the core. */
export const pages: readonly Page[] = [
  { path: '/' },
  { path: '/auth', drawn: 'sign-up.html' },
  { path: '/login' },
  { path: '/signup' },
  { path: '/setup' },
  { path: '/verify-email', token: true },
  { path: '/cancel-signup', token: true },
  { path: '/reset-password', token: true },
  { path: '/end-access', token: true },
  { path: '/dashboard', reader: true },
  { path: '/follow', reader: true },
  { path: '/settings', reader: true },
  { path: '/topics/:id', reader: true },
  { path: '/shelf', reader: true },
  { path: '/digests', reader: true },
  { path: '/digests/:id', reader: true },
  { path: '/subscribe', billing: true },
  { path: '/payment', payment: true, billing: true },
  { path: '/payment-success', billing: true },
  { path: '/finalizing-subscription', billing: true },
  { path: '/subscribe/fix-payment', payment: true, billing: true },
  { path: '/debug-subscription', billing: true },
  { path: '/terms' },
  { path: '/privacy' },
  { path: '/test-email' },
  { path: '/unsubscribe', token: true },
  { path: '/feedback', token: true },
];

export type PageAt = (pathname: string) => Page | undefined;

/** Finds the page at a pathname; a trailing slash does not matter, and `:id` is one segment. */
export function pageFinder(pages: readonly Page[]): PageAt {
  const patterns = pages.map((page) => ({
    page,
    at: new RegExp(`^${page.path.replace(/\/$/, '').replace(/:\w+/g, '[^/]+')}/?$`),
  }));
  return (pathname) => patterns.find(({ at }) => at.test(pathname))?.page;
}
