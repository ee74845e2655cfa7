import { z } from 'zod';
import { Action, Letter, P, Small } from '../layout/parts.tsx';
import { line, link, template } from '../layout/template.ts';

export const reset = template({
  kind: 'security',
  data: z.object({
    link,
    /** `1 hour` */
    validFor: line,
  }),
  subject: () => 'Reset your Litwatch password',
  body: ({ link, validFor }, site) => (
    <Letter
      title="Choose a new password"
      preview={`The link works once, for ${validFor}.`}
      site={site}
      why="You get this mail because somebody asked to reset the password of your Litwatch account."
    >
      <P>Somebody, most likely you, asked for a new password for your Litwatch account.</P>
      <Action href={link}>Choose a new password</Action>
      <P>The link works once, for {validFor}. A new password signs out every device that is signed in now.</P>
      <Small>If that was not you, ignore this mail: your password stays as it is.</Small>
    </Letter>
  ),
});
