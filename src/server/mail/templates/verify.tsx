import { z } from 'zod';
import { momentOf } from '../layout/dates.ts';
import { A, Action, Letter, P, Quoted, Small } from '../layout/parts.tsx';
import { line, link, moment, template } from '../layout/template.ts';

/** Asks the owner of an address whether the sign-up was theirs. */
export const verify = template({
  kind: 'security',
  data: z.object({
    link,
    /** Cancels this sign-up. */
    notMeLink: link,
    /** When somebody signed up, and from roughly where. */
    at: moment,
    place: line.nullish(),
    pendingSearch: line.nullish(),
    timeZone: z.string().nullish(),
    /** `24 hours` */
    validFor: line.nullish(),
  }),
  subject: () => 'Confirm your address for Litwatch',
  body: ({ link, notMeLink, at, place, pendingSearch, timeZone, validFor }, site) => (
    <Letter
      title="Confirm your address"
      preview="One click and your Litwatch account is ready."
      site={site}
      why="You get this mail because somebody signed up for Litwatch with your address."
    >
      <P>
        Somebody, most likely you, signed up for Litwatch with this address on{' '}
        {momentOf(at, timeZone ?? 'UTC')}
        {place ? `, from ${place}` : ''}.
      </P>
      {pendingSearch ? (
        <P>
          Your search for <Quoted>{pendingSearch}</Quoted> starts as soon as you have confirmed.
        </P>
      ) : null}
      <Action href={link}>Confirm my address</Action>
      {validFor ? <Small>The link works for {validFor}.</Small> : null}
      <Small>
        That was not you? <A href={notMeLink}>Cancel this sign-up</A>, and the account will not be opened.
      </Small>
    </Letter>
  ),
});
