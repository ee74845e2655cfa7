import { z } from 'zod';
import { supportMail } from '#shared/site/site.ts';
import { momentOf } from '../layout/dates.ts';
import { A, Action, Letter, List, P, Small } from '../layout/parts.tsx';
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
  subject: () => 'Confirm your address for Litwatch',
  body: ({ link, notMeLink, at, place, timeZone, validFor }, site) => (
    <Letter
      title="Confirm your address"
      preview="One click and your Litwatch account is ready."
      site={site}
      why="You are receiving this because someone signed up for Litwatch with your address."
    >
      <P>
        Someone, probably you, signed up for Litwatch with this address on {momentOf(at, timeZone ?? 'UTC')}
        {place ? `, from ${place}` : ''}.
      </P>
      <Action href={link}>Confirm my address</Action>
      {validFor ? <Small>The link works for {validFor}.</Small> : null}
      <Small>
        Was this not you? <A href={notMeLink}>Cancel this sign-up</A>, and the account will not be created.
      </Small>
    </Letter>
  ),
});

/** The page answers every sign-up alike. Only the owner of the mailbox learns that there is an account. */
export const alreadyHaveAccount = template({
  kind: 'security',
  data: z.object({ link, resetLink: link }),
  subject: () => 'You already have a Litwatch account',
  body: ({ link, resetLink }, site) => (
    <Letter
      title="You already have an account"
      preview="Sign in, or choose a new password. Nothing was changed."
      site={site}
      why="You are receiving this because someone signed up for Litwatch with your address."
    >
      <P>
        Someone, probably you, just signed up for Litwatch with this address. There is an account for it
        already, so nothing was changed.
      </P>
      <Action href={link}>Sign in</Action>
      <P>
        Forgot your password? <A href={resetLink}>Choose a new one</A>.
      </P>
      <Small>If this was not you, you can ignore this email. Nothing was disclosed.</Small>
    </Letter>
  ),
});

/** Sent once, after an address has been confirmed. */
export const welcome = template({
  kind: 'account',
  data: z.object({}),
  subject: () => 'Welcome to Litwatch',
  body: (_, site) => (
    <Letter
      title="Welcome to Litwatch"
      preview="Add a topic today; the best new papers on it come to your inbox."
      site={site}
      why="You are receiving this because you confirmed your address with Litwatch."
    >
      <P>
        Litwatch reads what is new on PubMed, arXiv, bioRxiv and medRxiv, and sends you the papers that matter
        for your topics.
      </P>
      <List
        items={[
          'Add a topic in your own words. Its first digest comes within minutes.',
          'From then on a digest comes once a week, on the day you choose.',
          'Every digest says what was searched, what came out, and why each paper is in it.',
        ]}
      />
      <Action href={`${site.baseUrl}/dashboard`}>Open your dashboard</Action>
      <P>
        If anything is unclear, write to{' '}
        <A href={supportMail(site.supportEmail, site.tier)}>{site.supportEmail}</A>.
      </P>
    </Letter>
  ),
});
