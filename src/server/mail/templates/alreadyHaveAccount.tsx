import { z } from 'zod';
import { A, Action, Letter, P, Small } from '../layout/parts.tsx';
import { link, template } from '../layout/template.ts';

/** The page answers every sign-up alike; only the mailbox learns that the address is known. */
export const alreadyHaveAccount = template({
  kind: 'security',
  data: z.object({ link, resetLink: link }),
  subject: () => 'You already have a Litwatch account',
  body: ({ link, resetLink }, site) => (
    <Letter
      title="You already have an account"
      preview="Sign in, or choose a new password. Nothing was changed."
      site={site}
      why="You get this mail because somebody signed up for Litwatch with your address."
    >
      <P>
        Somebody, most likely you, just signed up for Litwatch with this address. There is an account for it
        already, so nothing was changed.
      </P>
      <Action href={link}>Sign in</Action>
      <P>
        Forgotten the password? <A href={resetLink}>Choose a new one</A>.
      </P>
      <Small>If that was not you, there is nothing to do: whoever it was learned nothing.</Small>
    </Letter>
  ),
});
