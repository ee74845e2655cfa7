import type { Page } from '#shared/site/pages.ts';

// Apart from the contract, which the browser loads with the pages.
export const proposalPages = [{ path: '/follow', reader: true }] as const satisfies Page[];
