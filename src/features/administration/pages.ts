import type { Page } from '#shared/site/pages.ts';

// Apart from the contract, which the browser loads with the pages.
export const administrationPages = [
  { path: '/admin', reader: true },
  { path: '/invite', token: true },
] as const satisfies Page[];
