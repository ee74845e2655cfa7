import { z } from 'zod';
import { momentOf } from '../layout/dates.ts';
import { Letter, P } from '../layout/parts.tsx';
import { line, moment, template } from '../layout/template.ts';

/** To the operator. It arrives when the mail server takes mail again. */
export const mailWaits = template({
  kind: 'account',
  data: z.object({ at: moment, reply: line }),
  subject: () => 'Mail had to wait',
  body: ({ at, reply }, site) => (
    <Letter
      title="Mail had to wait"
      preview="The mail server refused what this server sends. Nobody was unsubscribed."
      site={site}
      why="You are receiving this because you run this server."
    >
      <P>
        From {momentOf(at)} on, the mail server refused mails in a way that blames the sender and not the
        readers: “{reply}”
      </P>
      <P>
        All mail waited and is sent again for four days. Look at the account's limit, at SPF and DKIM, and at
        block lists. /readyz?details says whether mail waits now.
      </P>
    </Letter>
  ),
});
