import type { Platform } from '#platform/platform.ts';

/** The platform alone, because the mails of accounts are sent by jobs. */
export type AccountsApp = Platform;
