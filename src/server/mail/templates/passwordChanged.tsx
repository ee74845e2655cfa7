import { z } from 'zod';
import { momentOf } from '../dates.ts';
import { Action, Letter, P, Small } from './parts.tsx';
import { link, moment, template } from './template.ts';

/** Tells the owner, so that a password changed by somebody else does not stay unnoticed. */
export const passwordChanged = template({
  kind: 'security',
  data: z.object({ at: moment, resetLink: link }),
  subject: () => 'Your Litwatch password was changed',
  body: ({ at, resetLink }, site) => (
    <Letter
      title="Your password was changed"
      preview="If that was you, there is nothing to do."
      site={site}
      why="You get this mail because the password of your Litwatch account was changed."
    >
      <P>
        The password of your Litwatch account was changed on {momentOf(at)}. Every other device was signed
        out.
      </P>
      <P>If that was not you, choose a new password at once:</P>
      <Action href={resetLink}>Choose a new password</Action>
      <Small>Or write to {site.supportEmail}; a person answers.</Small>
    </Letter>
  ),
});
