import { type ReactNode, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { queryClient, useAction, useSite, useSupportMail } from '#web/api/api.ts';
import { BackTo, Page, PageTitle } from '#web/layout/Page.tsx';
import { dollars } from '#web/layout/PlanCard.tsx';
import { Actions, Button } from '#web/ui/Form.tsx';
import { toast, toastError } from '#web/ui/Notice.tsx';
import { Table } from '#web/ui/Table.tsx';
import { useTimeout } from '#web/ui/useTimeout.ts';

/** For a payment that succeeded without changing the plan: shows the records of both sides and repairs the plan. */
export function DebugSubscriptionPage() {
  const support = useSite()?.supportEmail ?? 'support';
  const mail = useSupportMail('Subscription');
  const { status, check, checking } = useStatus(support);
  const fix = useFix(support);
  return (
    <Page
      className="max-w-3xl py-10 sm:py-14"
      home="/dashboard"
      header={<BackTo to="/dashboard">Back to Dashboard</BackTo>}
    >
      <PageTitle>Fix Subscription</PageTitle>
      <p className="mt-3 max-w-[60ch] text-muted">
        Paid, but your plan looks wrong? Check what the payment provider knows about your account, then bring
        your plan in line with it.
      </p>
      <Actions>
        <Button variant="secondary" onClick={check} pending={checking}>
          Check Payment Status
        </Button>
        <Button onClick={() => fix.mutate({})} pending={fix.isPending}>
          Fix My Subscription
        </Button>
      </Actions>
      {status && <StatusPanel status={status} />}
      <p className="mt-10 border-t border-line pt-5 text-[0.9375rem] text-muted">
        If that does not help, write to{' '}
        <a className="link" href={mail}>
          {support}
        </a>{' '}
        with the address of your account and the date of the payment. Never send a card number.
      </p>
    </Page>
  );
}

function useStatus(support: string) {
  const [status, setStatus] = useState<DebugStatus | null>(null);
  const check = useAction(billingApi.debugWebhookStatus, {
    onSuccess: (found) => {
      setStatus(found);
      toast('neutral', 'Status Checked', 'The records of both sides are below.');
    },
    onError: toastError('Check Failed', `Failed to check status. Please contact ${support}`),
  });
  return { status, check: () => check.mutate({}), checking: check.isPending };
}

function useFix(support: string) {
  const fix = useAction(billingApi.fixSubscription, {
    onSuccess: ({ tier }) => {
      void queryClient.invalidateQueries();
      toast(
        'neutral',
        'Subscription Fixed',
        `Your tier is updated to ${plans[tier].badge}. Refresh the dashboard to see it.`,
      );
    },
    onError: toastError('Fix Failed', `Failed to fix subscription. Please contact ${support}`),
  });
  useTimeout(() => navigate('/dashboard'), fix.isSuccess ? 2000 : null);
  return fix;
}

/** A reader's subscription in our database and at the payment provider. */
type DebugStatus = ResponseOf<typeof billingApi.debugWebhookStatus>;

/** The records of both sides in tables. */
const StatusPanel = ({ status: { user, stripe } }: { status: DebugStatus }) => (
  <section aria-label="Status" className="mt-8 rounded-xl border border-line bg-sheet p-5 sm:p-7">
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      <Row term="Account email">{user.email}</Row>
      <Row term="Current tier">{plans[user.subscriptionTier].badge}</Row>
      <Row term="Payment customer id">{user.stripeCustomerId ?? 'none yet'}</Row>
    </dl>
    <TitledTable
      title="Provider subscriptions"
      heads={['Status', 'Id']}
      rows={stripe.subscriptions.map(({ id, status }) => [status, id])}
    />
    <TitledTable
      title="Recent invoices"
      heads={['Status', 'Paid', 'Amount paid', 'Amount due']}
      rows={stripe.invoices.map(({ status, paid, amount_paid, amount_due }) => [
        status ?? 'none',
        paid ? 'yes' : 'no',
        dollars(amount_paid),
        dollars(amount_due),
      ])}
    />
  </section>
);

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="break-all">{children}</dd>
  </>
);

const TitledTable = ({ title, ...table }: { title: string; heads: string[]; rows: ReactNode[][] }) => (
  <div className="mt-6 border-t border-line pt-5">
    <h2 className="mb-1.5 font-semibold">{title}</h2>
    <Table label={title} none="None." {...table} />
  </div>
);
