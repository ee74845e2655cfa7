import { z } from 'zod';
import { momentOf } from '../layout/dates.ts';
import { Action, Letter, P, Small } from '../layout/parts.tsx';
import { line, link, moment, template } from '../layout/template.ts';

/** The last mail to an address. */
export const accountDeleted = template({
  kind: 'security',
  data: z.object({ at: moment, subscriptionEnded: z.boolean().default(false) }),
  subject: () => 'Your Litwatch account is deleted',
  body: ({ at, subscriptionEnded }, site) => (
    <Letter
      title="Your account is deleted"
      preview="Your search terms, digests and preferences are deleted. You will get no more mail."
      site={site}
      why="You are receiving this last email because your Litwatch account was deleted."
    >
      <P>
        Your account was deleted on {momentOf(at)}, with its search terms, digests and preferences. You will
        get no more mail.
      </P>
      {subscriptionEnded ? (
        <P>Your subscription has ended with it, and your card is not charged again.</P>
      ) : null}
      <Small>
        If that was not you, write to {site.supportEmail} right away. You are welcome back at any time.
      </Small>
    </Letter>
  ),
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
  subject: () => 'A copy of your Litwatch data was downloaded',
  body: ({ at, timeZone, device, resetLink }, site) => (
    <Letter
      title="A copy of your data was downloaded"
      preview="If that was you, there is nothing to do."
      site={site}
      why="You are receiving this because the data of your Litwatch account was downloaded."
    >
      <P>
        Everything Litwatch keeps about you (account, preferences, search terms and every digest with its
        papers) was downloaded as one file on {momentOf(at, timeZone ?? 'UTC')}
        {device ? `, with ${device}` : ''}. If that was you, there is nothing to do.
      </P>
      <P>
        If it was not you, choose a new password now: it signs out every device. Then write to{' '}
        {site.supportEmail}.
      </P>
      <Action href={resetLink}>Choose a new password</Action>
    </Letter>
  ),
});
