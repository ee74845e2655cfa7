import { z } from 'zod';
import { supportMail } from '#shared/site/site.ts';
import { momentOf } from '../layout/dates.ts';
import { action, anchor, list, p, small } from '../layout/parts.ts';
import { line, link, moment, template } from '../layout/template.ts';

/** Asks the owner of an address to confirm a sign-up. */
export const verify = template({
  kind: 'security',
  data: z.object({
    link,
    /** Link that cancels this sign-up. */
    notMeLink: link,
    /** When somebody signed up, and from roughly where. */
    at: moment,
    place: line.nullish(),
    timeZone: z.string().nullish(),
    /** `24 hours` */
    validFor: line.nullish(),
  }),
  subject: 'Confirm your address for Litwatch',
  title: 'Confirm your address',
  preview: 'One click and your Litwatch account is ready.',
  why: 'You are receiving this because someone signed up for Litwatch with your address.',
  body: ({ link, notMeLink, at, place, timeZone, validFor }) => [
    p`Someone, probably you, signed up for Litwatch with this address on
        ${momentOf(at, timeZone ?? 'UTC')}${place && `, from ${place}`}.`,
    action(link, 'Confirm my address'),
    validFor && small`The link works for ${validFor}.`,
    small`Was this not you? ${anchor(notMeLink, 'Cancel this sign-up')}, and the account will not be created.`,
  ],
});

/** The page answers every sign-up alike. Only the owner of the mailbox learns that there is an account. */
export const alreadyHaveAccount = template({
  kind: 'security',
  data: z.object({ link, resetLink: link }),
  subject: 'You already have a Litwatch account',
  title: 'You already have an account',
  preview: 'Sign in, or choose a new password. Nothing was changed.',
  why: 'You are receiving this because someone signed up for Litwatch with your address.',
  body: ({ link, resetLink }) => [
    p`Someone, probably you, just signed up for Litwatch with this address. There is an account for it
        already, so nothing was changed.`,
    action(link, 'Sign in'),
    p`Forgot your password? ${anchor(resetLink, 'Choose a new one')}.`,
    small`If this was not you, you can ignore this email. Nothing was disclosed.`,
  ],
});

/** Sent once, after an address has been confirmed. */
export const welcome = template({
  kind: 'account',
  data: z.object({}),
  subject: 'Welcome to Litwatch',
  title: 'Welcome to Litwatch',
  preview: 'Add a topic today; the best new papers on it come to your inbox.',
  why: 'You are receiving this because you confirmed your address with Litwatch.',
  body: (_, site) => [
    p`Litwatch reads what is new on PubMed, arXiv, bioRxiv and medRxiv, and sends you the papers that matter
        for your topics.`,
    list([
      'Add a topic in your own words. Its first digest comes within minutes.',
      'From then on a digest comes once a week, on the day you choose.',
      'Every digest says what was searched, what came out, and why each paper is in it.',
    ]),
    action(`${site.baseUrl}/dashboard`, 'Open your dashboard'),
    p`If anything is unclear, write to ${anchor(supportMail(site.supportEmail, site.tier), site.supportEmail)}.`,
  ],
});

/** The last mail to an address. */
export const accountDeleted = template({
  kind: 'security',
  data: z.object({ at: moment, subscriptionEnded: z.boolean().default(false) }),
  subject: 'Your Litwatch account is deleted',
  title: 'Your account is deleted',
  preview: 'Your search terms, digests and preferences are deleted. You will get no more mail.',
  why: 'You are receiving this last email because your Litwatch account was deleted.',
  body: ({ at, subscriptionEnded }, site) => [
    p`Your account was deleted on ${momentOf(at)}, with its search terms, digests and preferences. You will
        get no more mail.`,
    subscriptionEnded && p`Your subscription has ended with it, and your card is not charged again.`,
    small`If that was not you, write to ${site.supportEmail} right away. You are welcome back at any time.`,
  ],
});

/** The export itself is a download in a signed-in session. This mail tells the owner, in case somebody else did it. */
export const dataExported = template({
  kind: 'security',
  data: z.object({
    at: moment,
    timeZone: z.string().nullish(),
    /** `Firefox on Linux` */
    device: line.nullish(),
    resetLink: link,
  }),
  subject: 'A copy of your Litwatch data was downloaded',
  title: 'A copy of your data was downloaded',
  preview: 'If that was you, there is nothing to do.',
  why: 'You are receiving this because the data of your Litwatch account was downloaded.',
  body: ({ at, timeZone, device, resetLink }, site) => [
    p`Everything Litwatch keeps about you (account, preferences, search terms and every digest with its
        papers) was downloaded as one file on ${momentOf(at, timeZone ?? 'UTC')}${device && `, with ${device}`}.
        If that was you, there is nothing to do.`,
    p`If it was not you, choose a new password now: it signs out every device. Then write to ${site.supportEmail}.`,
    action(resetLink, 'Choose a new password'),
  ],
});

export const reset = template({
  kind: 'security',
  data: z.object({
    link,
    /** `1 hour` */
    validFor: line,
  }),
  subject: 'Reset your Litwatch password',
  title: 'Choose a new password',
  preview: ({ validFor }) => `The link works once, for ${validFor}.`,
  why: 'You are receiving this because someone asked to reset the password of your Litwatch account.',
  body: ({ link, validFor }) => [
    p`Someone, probably you, asked to reset the password of your Litwatch account.`,
    action(link, 'Choose a new password'),
    p`The link works once, for ${validFor}. A new password signs out every device that is signed in now.`,
    small`If that was not you, ignore this mail: your password stays as it is.`,
  ],
});

/** Tells the owner of a change that somebody else may have made. */
export const passwordChanged = template({
  kind: 'security',
  data: z.object({
    resetLink: link,
    at: moment,
    timeZone: z.string().nullish(),
    /** What has access without the password, in words. */
    access: z.array(z.string()).default([]),
    /** The page that ends all of it; null if there is nothing to end. */
    endLink: link.nullish(),
  }),
  subject: 'Your Litwatch password was changed',
  title: 'Your password was changed',
  preview: 'If that was you, there is nothing to do.',
  why: 'You are receiving this because the password of your Litwatch account was changed.',
  body: ({ resetLink, at, timeZone, endLink, access }, site) => [
    p`The password of your account was changed on ${momentOf(at, timeZone ?? 'UTC')}, and every device that
        was signed in elsewhere was signed out. If that was you, there is nothing to do.`,
    p`If it was not you, choose a new password now and write to ${site.supportEmail}.`,
    action(resetLink, 'Choose a new password'),
    endLink && [
      p`Whatever had access without the password still has it: ${accessInWords(access)}. If you do not
          recognize all of it, end it.`,
      action(endLink, 'End all of it'),
    ],
  ],
});

/** `the API tokens “Notebook” and “Lab”; your feed addresses; and 2 shared pages` */
function accessInWords(parts: string[]): string {
  const last = parts.at(-1) ?? '';
  return parts.length > 1 ? `${parts.slice(0, -1).join('; ')}; and ${last}` : last;
}

/** Tells the owner of a change to the sign-in that somebody else may have made. */
export const securityChanged = template({
  kind: 'security',
  data: z.object({
    /** A sentence without its full stop. */
    change: line,
    resetLink: link,
    at: moment,
    timeZone: z.string().nullish(),
  }),
  subject: 'The sign-in of your Litwatch account changed',
  title: 'Your sign-in changed',
  preview: ({ change }) => `${change}.`,
  why: 'You are receiving this because the sign-in of your Litwatch account changed.',
  body: ({ change, resetLink, at, timeZone }, site) => [
    p`${change}. That was on ${momentOf(at, timeZone ?? 'UTC')}. If it was you, there is nothing to do.`,
    p`If it was not you, choose a new password now and write to ${site.supportEmail}.`,
    action(resetLink, 'Choose a new password'),
  ],
});

/** To the operator. It arrives when the mail server takes mail again. */
export const mailWaits = template({
  kind: 'account',
  data: z.object({ at: moment, reply: line }),
  subject: 'Mail had to wait',
  title: 'Mail had to wait',
  preview: 'The mail server refused what this server sends. Nobody was unsubscribed.',
  why: 'You are receiving this because you run this server.',
  body: ({ at, reply }) => [
    p`From ${momentOf(at)} on, the mail server refused mails in a way that blames the sender and not the
        readers: “${reply}”`,
    p`All mail waited and is sent again for four days. Look at the account's limit, at SPF and DKIM, and at
        block lists. /readyz?details says whether mail waits now.`,
  ],
});
