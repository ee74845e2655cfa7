import type { Platform } from '#platform/platform.ts';
import type { Mailer } from './transport/types.ts';

/** What code that hands over mail works with. */
export type MailApp = Platform & { mailer: Mailer };
