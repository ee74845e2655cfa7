import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import { sentenceOf } from '#web/api/api.ts';
import { queryClient, useAction, useSite, useSupportMail } from '#web/api/query.ts';
import { BackTo, Page, PageTitle } from '#web/layout/Page.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Actions } from '#web/ui/Form.tsx';
import { toast } from '#web/ui/toast.tsx';
import { type DebugStatus, StatusPanel } from './StatusPanel.tsx';

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
      toast({ title: 'Status Checked', description: 'The records of both sides are below.' });
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Check Failed',
        description: sentenceOf(error, `Failed to check status. Please contact ${support}`),
      }),
  });
  return { status, check: () => check.mutate({}), checking: check.isPending };
}

function useFix(support: string) {
  const [done, setDone] = useState(false);
  useEffect(() => {
    if (!done) return;
    const timer = setTimeout(() => navigate('/dashboard'), 2000);
    return () => clearTimeout(timer);
  }, [done]);
  return useAction(billingApi.fixSubscription, {
    onSuccess: ({ tier }) => {
      void queryClient.invalidateQueries();
      toast({
        title: 'Subscription Fixed',
        description: `Your tier is updated to ${plans[tier].badge}. Refresh the dashboard to see it.`,
      });
      setDone(true);
    },
    onError: (error) =>
      toast({
        tone: 'bad',
        title: 'Fix Failed',
        description: sentenceOf(error, `Failed to fix subscription. Please contact ${support}`),
      }),
  });
}
