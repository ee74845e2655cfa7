import { plans } from '#shared/billing/plan.ts';
import { useSite } from '#web/api/api.ts';
import { price } from '#web/layout/PlanCard.tsx';
import { LegalPage, OperatorAddress, OperatorName, Section, SupportLink } from './LegalPage.tsx';

export const TermsPage = () => (
  <LegalPage
    title="Terms and Conditions"
    lead="Litwatch tells you about new papers. It does not replace reading them, and nothing in it is professional advice."
  >
    <Section title="1. Who we are and what you agree to">
      <p>
        Litwatch is operated by <OperatorName />, a limited liability company (“we”, “us”),{' '}
        <OperatorAddress />. By creating an account or using the service you agree to these terms. If you do
        not agree, please do not use the service.
      </p>
    </Section>
    <Section title="2. The service is informational">
      <p>
        Litwatch searches public bibliographic sources (PubMed, arXiv, bioRxiv and medRxiv) for the topics you
        enter, orders the records it finds by an automatic estimate of relevance, writes short summaries by
        automatic means, and sends them to you by mail. The selection is not complete, the order is an
        estimate, and a summary can be wrong. Many of the papers are preprints that no reviewer has checked.
        Read the paper before you rely on it.
      </p>
    </Section>
    <Section title="3. No professional advice">
      <p>
        Nothing in the service is medical, legal, financial, scientific or other professional advice, and no
        relation of professional and client arises from using it. Do not base a decision about anybody’s
        health or treatment on a digest. Ask someone qualified.
      </p>
    </Section>
    <Section title="4. Your account">
      <p>
        You need a working email address that is yours, and a password that you keep to yourself. Tell us if
        you believe that someone else uses your account. You may close it at any time, and so may we if it is
        used to break the law, to disturb the service, or to send digests to people who did not ask for them.
      </p>
    </Section>
    <Section title="5. Use of summaries">
      <p>
        Summaries and digests are for your personal, non-commercial use. You may keep them, quote from them
        and show them to colleagues. You may not sell them, publish them in bulk, or gather them
        automatically. Titles, abstracts and papers belong to their authors and publishers, whose own licenses
        apply.
      </p>
    </Section>
    {/* A server without billing has a section of its own. */}
    {useSite()?.plans === false ? (
      <Section title="6. Cost">
        <p>Every reader of this server has every feature, and nothing is charged for using it.</p>
      </Section>
    ) : (
      <Section title="6. Plans, payment and cancellation">
        <p>
          The first search term is free. {plans.pro.name} costs {price(plans.pro)} and {plans.team.name}{' '}
          {price(plans.team)} a month, in US dollars, taxes where they apply on top. A paid plan renews each
          month until you cancel it from the dashboard. You can cancel at once, in which case the unused days
          are refunded, or for the end of the paid month. Payments are handled by our card payment provider;
          card details never reach us.
        </p>
      </Section>
    )}
    <Section title="7. No warranty">
      <p>
        The service is provided “as is” and “as available”, without warranty of any kind, express or implied,
        including fitness for a particular purpose, accuracy, completeness and non-infringement. We do not
        promise that it is uninterrupted or free of errors, nor that every relevant paper is found.
      </p>
    </Section>
    <Section title="8. Limit of liability">
      <p>
        As far as the law allows, we are not liable for indirect, incidental, special, consequential or
        punitive damages, nor for lost profits, data or opportunities, arising from your use of the service.
        Our total liability for all claims together is limited to what you paid us in the twelve months before
        the claim. Rights that the law gives you and that cannot be waived stay untouched.
      </p>
    </Section>
    <Section title="9. Governing law">
      <p>
        These terms are governed by the laws of the State of Delaware, United States, without regard to its
        rules on the conflict of laws. If you are a consumer, the mandatory protection of the law where you
        live stays with you.
      </p>
    </Section>
    <Section title="10. Changes">
      <p>
        We may change the service and these terms at any time and without notice. The date at the top says
        when this page last changed. Using the service after a change means accepting it.
      </p>
    </Section>
    <Section title="11. Contact">
      <p>
        Write to <SupportLink />.
      </p>
    </Section>
  </LegalPage>
);
