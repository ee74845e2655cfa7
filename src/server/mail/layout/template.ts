import type { ReactNode } from 'react';
import { z } from 'zod';
import type { MailSite } from './sender.ts';
import { plain } from './words.ts';

/**
 * `security` mails are asked for by the person at that moment and keep an account safe: they go out even when
 * a complaint has stopped the others. `account` mails answer an event; `digest` ones can be unsubscribed from.
 */
export type MailKind = 'security' | 'account' | 'digest';

export interface Template<Data extends z.ZodType = z.ZodType> {
  kind: MailKind;
  data: Data;
  subject: (data: z.output<Data>, site: MailSite) => string;
  /** The mail's tree, printed once as html and once as text. */
  body: (data: z.output<Data>, site: MailSite) => ReactNode;
}

/** Keeps the data's type known to `subject` and `body`. */
export const template = <Data extends z.ZodType>(shape: Template<Data>): Template<Data> => shape;

/** Words of others, made one line. */
export const line = z.string().transform(plain);
export const link = z.url({ protocol: /^https?$/ });
/** ISO with zone, as a job's payload carries it. */
export const moment = z.iso.datetime({ offset: true }).transform((iso) => new Date(iso));
