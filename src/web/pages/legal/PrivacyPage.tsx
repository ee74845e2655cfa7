import { storedData } from '#shared/privacy/stored.ts';
import { useSite } from '#web/api/api.ts';
import { LegalPage, OperatorAddress, OperatorName, Section, SupportLink } from './LegalPage.tsx';

export const PrivacyPage = () => (
  <LegalPage
    title="Privacy Policy"
    lead="We keep what is needed to find papers for you and to mail them. We do not sell it, and no mail of ours tracks whether you opened it."
  >
    <Section title="1. Who is responsible">
      <p>
        <OperatorName />, <OperatorAddress />. For anything about your data write to <SupportLink />.
      </p>
    </Section>
    <Section title="2. What we collect">
      <ul>
        <li>
          <b>Your email address</b>, and your password as a one-way hash that cannot be turned back into it.
        </li>
        <li>
          <b>Your preferences</b>: search terms, research field if you give one, delivery day, time zone,
          sources, and which papers you asked to see more or less of.
        </li>
        <li>
          <b>Usage data</b>: the digests sent to you, the times of sign-ins, and a shortened network address,
          kept for a limited time to stop abuse.
        </li>
        <PaymentData />
      </ul>
    </Section>
    <Section title="3. What we use it for">
      <p>
        To run your searches, rank papers and send digests (performing our contract with you); to keep the
        service safe and working (our legitimate interest); to count page views, only if you accept analytics
        cookies (your consent, which you can withdraw under Cookie Settings at the foot of every page). Search
        terms may be processed by an AI model to widen the search and to write summaries; your name and
        address are not passed to it.
      </p>
    </Section>
    <Section title="4. Cookies and what your browser stores">
      <p>
        One essential cookie keeps you signed in. Your browser also stores your cookie choice, and, until the
        tab is closed, the topic you typed before signing in. Analytics loads only after you accept it, is
        told the path of a page and nothing else, and never runs on pages whose address holds a personal link.
        Declining deletes its cookies.
      </p>
    </Section>
    <Section title="5. Mails">
      <p>
        Our mails contain no tracking pixel and no redirecting links. Every digest can be unsubscribed from
        with one click, in the mail itself or on the page it links to.
      </p>
    </Section>
    <Section title="6. Who else sees it">
      <p>
        Companies that work for us: hosting, mail delivery, card payments and, where configured, an AI model
        and analytics; each only what its task needs. <b>We do not sell your personal data</b>, and we do not
        share it for advertising.
      </p>
    </Section>
    <Section title="7. Transfers to the United States">
      <p>
        The service is operated from the United States. If you use it from elsewhere, your data is transferred
        to and processed in the US, where data protection law may differ from yours. Where the law asks for
        it, we rely on standard contractual clauses.
      </p>
    </Section>
    <Section title="8. How long we keep it">
      <p>
        As long as you have an account. When you delete it, in the settings or by asking us, a running
        subscription is canceled and all of this is erased; the same is in the file that you can download:
      </p>
      <ul>
        {storedData.map(({ what }) => (
          <li key={what}>{what}</li>
        ))}
      </ul>
      <p>Our payment provider keeps invoices as long as tax law demands.</p>
    </Section>
    <Section title="9. Your rights under the GDPR">
      <p>
        If you are in the European Economic Area or the United Kingdom you may see your data, correct it,
        erase it, take it with you, restrict or object to its use, and withdraw consent at any time. You can
        export and delete your data in the settings without asking. You may complain to your data protection
        authority.
      </p>
    </Section>
    <Section title="10. Your rights under the CCPA">
      <p>
        If you live in California you may know what we collect, have it corrected or deleted, and opt out of
        its sale. We do not sell it. Nobody is treated worse for using these rights.
      </p>
    </Section>
    <Section title="11. Children">
      <p>The service is not meant for children under 16, and we do not knowingly collect their data.</p>
    </Section>
    <Section title="12. Changes and contact">
      <p>
        The date at the top says when this page last changed. Questions and requests: <SupportLink />.
      </p>
    </Section>
  </LegalPage>
);

const PaymentData = () =>
  useSite()?.plans === false ? null : (
    <li>
      <b>Payment data</b>, if you take a paid plan: the plan, its dates, and our payment provider’s reference
      to you. Card details go to the provider directly and never reach us.
    </li>
  );
