import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { navigate } from 'wouter/use-browser-location';
import { accountApi } from '#shared/accounts/account.ts';
import { queryClient, reading } from '#web/api/api.ts';
import { useTaken } from '#web/api/useToken.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Actions, ButtonLink } from '#web/ui/Form.tsx';
import { useTimeout } from '#web/ui/useTimeout.ts';

const seconds = 7;

/** Waits a few seconds for the provider's confirmation, and says so if it takes longer. */
export function PaymentSuccessPage() {
  const given = useTaken('payment_intent', 'payment_intent_client_secret', 'redirect_status');
  // The provider redirects here for every outcome; only one is a success.
  const outcome = given.get('redirect_status');
  if (outcome && outcome !== 'succeeded' && outcome !== 'processing') return <NotPaid />;
  return <Waiting title={outcome === 'processing' ? 'Payment Processing' : 'Payment Successful!'} />;
}

function Waiting({ title }: { title: string }) {
  const [left, setLeft] = useState(seconds);
  const user = useQuery({ ...reading(accountApi.user), refetchInterval: left > 0 ? 2000 : false });
  const paid = user.data !== undefined && user.data.subscriptionTier !== 'free';

  useTimeout(() => setLeft(left - 1), paid || left === 0 ? null : 1000, left);
  useEffect(() => {
    if (paid) void queryClient.invalidateQueries();
  }, [paid]);
  useTimeout(() => navigate('/dashboard', { replace: true }), paid ? 1000 : null);

  if (paid) return <CenteredPage state="good" title={title} lead="Redirecting to dashboard..." />;
  if (left > 0)
    return (
      <CenteredPage state="working" title={title} lead="Waiting for webhook confirmation">
        <p className="mt-1 text-muted" aria-hidden="true">
          {left} s
        </p>
      </CenteredPage>
    );
  return (
    <CenteredPage
      state="waiting"
      title={title}
      lead="Still processing your subscription upgrade. It will appear on your dashboard as soon as the payment provider confirms it."
    >
      <Actions>
        <ButtonLink to="/dashboard">Click here if you don't get redirected</ButtonLink>
      </Actions>
    </CenteredPage>
  );
}

const NotPaid = () => (
  <CenteredPage
    state="bad"
    title="Payment failed"
    lead="The payment was not completed, and nothing was charged."
  >
    <Actions>
      <ButtonLink to="/subscribe">Back to Plans</ButtonLink>
    </Actions>
  </CenteredPage>
);
