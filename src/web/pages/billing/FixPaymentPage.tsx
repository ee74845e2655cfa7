import { useEffect, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import type { Me } from '#shared/accounts/me.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { useAction, useMe, useSiteKnown } from '#web/api/api.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { dollars } from '#web/layout/PlanCard.tsx';
import { ButtonLink } from '#web/ui/Form.tsx';
import { ErrorState } from '#web/ui/Notice.tsx';
import { Loading, PageOutline, Skeleton } from '#web/ui/Spinner.tsx';
import { CardForm } from './CardForm.tsx';
import { afterConfirmation } from './stripe.ts';
import { useCard, useConfirm } from './useCard.ts';

/** Pays the open invoice of a subscription with another card. */
export function FixPaymentPage() {
  const [search] = useSearchParams();
  const me = useMe();
  const known = useSiteKnown();
  const id = search.get('subscriptionId');
  if (!id) return <Redirect to="/subscribe" replace />;
  return me && known ? <FixPayment id={id} me={me} /> : <Loading />;
}

function FixPayment({ id, me }: { id: string; me: Me }) {
  const [pending, setPending] = useState(false);
  const card = useCard();
  const confirm = useConfirm(card, me.email);
  const invoice = useAction(billingApi.payOpenInvoice);
  const { mutate } = invoice;
  useEffect(() => mutate({ params: { id } }), [id, mutate]);

  const pay = async (zip: string) => {
    setPending(true);
    try {
      const status = await confirm.pay(invoice.data?.clientSecret ?? null, zip);
      const to = afterConfirmation(status, id, me.subscriptionTier ?? 'free');
      if (to) navigate(to, { replace: true });
    } finally {
      setPending(false);
    }
  };

  return (
    <CenteredPage
      title="Pay with another card"
      lead={invoice.data ? lead(invoice.data) : invoice.isPending && <Skeleton className="h-13" />}
    >
      {invoice.isError && (
        <div className="mt-6">
          <ErrorState title="The open invoice could not be read" onRetry={() => mutate({ params: { id } })}>
            {invoice.error.message}
          </ErrorState>
        </div>
      )}
      <div className="mt-7">
        {invoice.isPending && <PageOutline />}
        {invoice.data?.clientSecret && (
          <CardForm
            card={card}
            label={`Pay ${dollars(invoice.data.amountDue)}`}
            pending={pending}
            problem={confirm.problem}
            onSubmit={pay}
          />
        )}
        {invoice.data && !invoice.data.clientSecret && (
          <ButtonLink to="/dashboard">Go to Dashboard</ButtonLink>
        )}
      </div>
    </CenteredPage>
  );
}

const lead = ({ clientSecret, amountDue }: { clientSecret: string | null; amountDue: number }): string =>
  clientSecret
    ? `${dollars(amountDue)} is due. Your subscription continues as soon as it is paid.`
    : 'There is nothing to pay: no invoice of this subscription is open.';
