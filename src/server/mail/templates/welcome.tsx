import { z } from 'zod';
import { supportMail } from '#shared/site/support.ts';
import { A, Action, Letter, List, P } from '../layout/parts.tsx';
import { template } from '../layout/template.ts';

/** Sent once, when an address has been confirmed. */
export const welcome = template({
  kind: 'account',
  data: z.object({}),
  subject: () => 'Welcome to Litwatch',
  body: (_, site) => (
    <Letter
      title="Welcome to Litwatch"
      preview="Add a topic today; the best new papers on it come to your inbox."
      site={site}
      why="You get this mail because you confirmed your address with Litwatch."
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
