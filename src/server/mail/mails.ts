import type { ReactNode } from 'react';
import type { z } from 'zod';
import { printHtml, printText } from './layout/medium.ts';
import type { MailSite } from './layout/sender.ts';
import type { MailKind, Template } from './layout/template.ts';
import { accountDeleted, dataExported } from './templates/leaving.tsx';
import { passwordChanged, reset, securityChanged } from './templates/reset.tsx';
import {
  subscriptionCanceled,
  subscriptionChanged,
  subscriptionFailed,
  subscriptionStarted,
  termsPaused,
} from './templates/subscription.tsx';
import { alreadyHaveAccount, verify, welcome } from './templates/verify.tsx';
import { subjectLine } from './transport/message.ts';

/** Every mail of the accounts and plans, by the name a `send-mail` job carries. */
export const mails = {
  welcome,
  verify,
  'already-have-account': alreadyHaveAccount,
  reset,
  'password-changed': passwordChanged,
  'security-changed': securityChanged,
  'account-deleted': accountDeleted,
  'data-exported': dataExported,
  'subscription-started': subscriptionStarted,
  'subscription-changed': subscriptionChanged,
  'subscription-cancelled': subscriptionCanceled,
  'subscription-failed': subscriptionFailed,
  'terms-paused': termsPaused,
} as const;

export type MailName = keyof typeof mails;
/** What a mail has to be told, as it goes into a job: moments are ISO strings. */
export type MailData<N extends MailName> = z.input<(typeof mails)[N]['data']>;

export interface RenderedMail {
  subject: string;
  html: string;
  text: string;
}

/**
 * Html and text of one mail of the list, saying the same.
 * @throws ZodError when the data is not what the mail needs.
 */
export const renderMail = <N extends MailName>(
  name: N,
  data: MailData<N>,
  site: MailSite,
): Promise<RenderedMail> => renderTemplate(mails[name] as unknown as Template, data, site);

/**
 * Html and text of one mail, saying the same, from a template that another room keeps.
 * @throws ZodError when the data is not what the template needs.
 */
export async function renderTemplate<Data extends z.ZodType>(
  { data: shape, subject, body }: Template<Data>,
  data: z.input<Data>,
  site: MailSite,
): Promise<RenderedMail> {
  const parsed = shape.parse(data);
  const tree: ReactNode = body(parsed, site);
  return { subject: subjectLine(subject(parsed, site)), html: printHtml(tree), text: printText(tree) };
}

/** Whether a job's `mail` names one of the list. */
export const isMailName = (name: string): name is MailName => Object.hasOwn(mails, name);

/** What the mail is for: decides whether it leaves after a complaint. */
export const kindOf = (name: MailName): MailKind => mails[name].kind;
