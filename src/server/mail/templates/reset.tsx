import { z } from 'zod';
import { momentOf } from '../layout/dates.ts';
import { Action, Letter, P, Small } from '../layout/parts.tsx';
import { line, link, moment, template } from '../layout/template.ts';

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
      why="You are receiving this because someone asked to reset the password of your Litwatch account."
    >
      <P>Someone, probably you, asked to reset the password of your Litwatch account.</P>
      <Action href={link}>Choose a new password</Action>
      <P>The link works once, for {validFor}. A new password signs out every device that is signed in now.</P>
      <Small>If that was not you, ignore this mail: your password stays as it is.</Small>
    </Letter>
  ),
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
  subject: () => 'Your Litwatch password was changed',
  body: ({ resetLink, at, timeZone, endLink, access }, site) => (
    <Letter
      title="Your password was changed"
      preview="If that was you, there is nothing to do."
      site={site}
      why="You are receiving this because the password of your Litwatch account was changed."
    >
      <P>
        The password of your account was changed on {momentOf(at, timeZone ?? 'UTC')}, and every device that
        was signed in elsewhere was signed out. If that was you, there is nothing to do.
      </P>
      <P>If it was not you, choose a new password now and write to {site.supportEmail}.</P>
      <Action href={resetLink}>Choose a new password</Action>
      {endLink && (
        <>
          <P>
            Whatever had access without the password still has it: {accessInWords(access)}. If you do not
            recognize all of it, end it.
          </P>
          <Action href={endLink}>End all of it</Action>
        </>
      )}
    </Letter>
  ),
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
  subject: () => 'The sign-in of your Litwatch account changed',
  body: ({ change, resetLink, at, timeZone }, site) => (
    <Letter
      title="Your sign-in changed"
      preview={`${change}.`}
      site={site}
      why="You are receiving this because the sign-in of your Litwatch account changed."
    >
      <P>
        {change}. That was on {momentOf(at, timeZone ?? 'UTC')}. If it was you, there is nothing to do.
      </P>
      <P>If it was not you, choose a new password now and write to {site.supportEmail}.</P>
      <Action href={resetLink}>Choose a new password</Action>
    </Letter>
  ),
});
