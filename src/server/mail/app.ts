import type { Platform } from '#platform/platform.ts';
import type { Mailer } from './transport/types.ts';

/** What code that sends mail needs. */
export type MailApp = Platform & { mailer: Mailer };
