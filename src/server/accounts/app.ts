import type { Platform } from '#platform/platform.ts';

/** Accounts stand on the platform; their mails are jobs. */
export type AccountsApp = Platform;
