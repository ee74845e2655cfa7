import type { Platform } from '#platform/platform.ts';
import type { Mailer } from './transport/types.ts';

/** The platform with the mail transport. */
export type MailApp = Platform & { mailer: Mailer };
