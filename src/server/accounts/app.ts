import type { Platform } from '#platform/platform.ts';

/** What accounts need: the platform alone, because their mails leave as jobs. */
export type AccountsApp = Platform;
