import { z } from 'zod';
import { momentOf } from '../layout/dates.ts';
import { Action, Letter, P } from '../layout/parts.tsx';
import { link, moment, template } from '../layout/template.ts';

/** Tells the owner, so that a password changed by somebody else does not stay unnoticed. */
export const passwordChanged = template({
  kind: 'security',
  data: z.object({ resetLink: link, at: moment, timeZone: z.string().nullish() }),
  subject: () => 'Your Litwatch password was changed',
  body: ({ resetLink, at, timeZone }, site) => (
    <Letter
      title="Your password was changed"
      preview="If that was you, there is nothing to do."
      site={site}
      why="You get this mail because the password of your Litwatch account was changed."
    >
      <P>
        The password of your account was changed on {momentOf(at, timeZone ?? 'UTC')}, and every device that
        was signed in elsewhere was signed out. If that was you, there is nothing to do.
      </P>
      <P>If it was not you, choose a new password now and write to {site.supportEmail}.</P>
      <Action href={resetLink}>Choose a new password</Action>
    </Letter>
  ),
});
