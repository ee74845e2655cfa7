import { z } from 'zod';
import { momentOf } from '../dates.ts';
import { Action, Letter, P, Small } from './parts.tsx';
import { line, link, moment, template } from './template.ts';

/** The last mail an address gets from us. */
export const accountDeleted = template({
  kind: 'security',
  data: z.object({ at: moment, subscriptionEnded: z.boolean().default(false) }),
  subject: () => 'Your Litwatch account is deleted',
  body: ({ at, subscriptionEnded }, site) => (
    <Letter
      title="Your account is deleted"
      preview="Search terms, digests and preferences are gone. No more mail will come."
      site={site}
      why="You get this last mail because your Litwatch account was deleted."
    >
      <P>
        Your account was deleted on {momentOf(at)}, with its search terms, digests and preferences. No more
        mail will come.
      </P>
      {subscriptionEnded ? (
        <P>Your subscription has ended with it, and your card is not charged again.</P>
      ) : null}
      <Small>
        If that was not you, write to {site.supportEmail} at once. You are welcome back at any time.
      </Small>
    </Letter>
  ),
});

export const dataExportReady = template({
  kind: 'security',
  data: z.object({
    link,
    /** `7 days` */
    validFor: line,
  }),
  subject: () => 'Your Litwatch data is ready',
  body: ({ link, validFor }, site) => (
    <Letter
      title="Your data is ready"
      preview="Everything Litwatch keeps about you, in one file."
      site={site}
      why="You get this mail because you asked for a copy of your data."
    >
      <P>
        The file holds everything Litwatch keeps about you: account, preferences, search terms and every
        digest with its papers.
      </P>
      <Action href={link}>Download your data</Action>
      <P>The link works for {validFor}, and only while you are signed in.</P>
      <Small>If you did not ask for it, change your password and write to {site.supportEmail}.</Small>
    </Letter>
  ),
});
