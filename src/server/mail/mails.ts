import type { z } from 'zod';
import { letter } from './layout/parts.ts';
import type { MailKind, MailSite, Template } from './layout/template.ts';
import * as account from './templates/account.ts';
import * as plan from './templates/subscription.ts';
import { subjectLine } from './transport/message.ts';

/** Every mail about accounts and plans, by its name in a `send-mail` job. */
export const mails = {
  welcome: account.welcome,
  verify: account.verify,
  'already-have-account': account.alreadyHaveAccount,
  reset: account.reset,
  'password-changed': account.passwordChanged,
  'security-changed': account.securityChanged,
  'account-deleted': account.accountDeleted,
  'data-exported': account.dataExported,
  'subscription-started': plan.subscriptionStarted,
  'subscription-changed': plan.subscriptionChanged,
  'subscription-cancelled': plan.subscriptionCanceled,
  'subscription-failed': plan.subscriptionFailed,
  'terms-paused': plan.termsPaused,
  'mail-waits': account.mailWaits,
} as const;

export type MailName = keyof typeof mails;
/** The data of a mail as stored in a job. Times are ISO strings. */
export type MailData<N extends MailName> = z.input<(typeof mails)[N]['data']>;

export type RenderedMail = { subject: string; html: string; text: string };

/**
 * HTML and text of one mail of the list, with the same content.
 * @throws ZodError if the data does not fit the mail.
 */
export const renderMail = <N extends MailName>(
  name: N,
  data: MailData<N>,
  site: MailSite,
): Promise<RenderedMail> => renderTemplate(mails[name] as unknown as Template, data, site);

/**
 * HTML and text of one mail, with the same content, from another room's template.
 * @throws ZodError if the data does not fit the template.
 */
export async function renderTemplate<Data extends z.ZodType>(
  template: Template<Data>,
  data: z.input<Data>,
  site: MailSite,
): Promise<RenderedMail> {
  const parsed = template.data.parse(data);
  const said = (name: 'subject' | 'title' | 'preview' | 'why') => {
    const text = template[name];
    return typeof text === 'function' ? text(parsed) : text;
  };
  const head = { title: said('title'), preview: said('preview'), why: said('why'), site };
  return { subject: subjectLine(said('subject')), ...letter(head, template.body(parsed, site)) };
}

/** Whether a job's `mail` is a name in the list. */
export const isMailName = (name: string): name is MailName => Object.hasOwn(mails, name);

/** The kind of the mail, which decides whether it is sent after a complaint. */
export const kindOf = (name: MailName): MailKind => mails[name].kind;
