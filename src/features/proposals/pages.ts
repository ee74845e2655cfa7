import type { Page } from '#shared/site/pages.ts';

// Apart from the contract, which the browser loads with the pages.
export const proposalPages = [{ path: '/follow/papers', reader: true }] as const satisfies Page[];
