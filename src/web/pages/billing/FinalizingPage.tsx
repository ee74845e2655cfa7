import { useEffect, useState } from 'react';
import { Redirect, useSearchParams } from 'wouter';
import { navigate } from 'wouter/use-browser-location';
import { billingApi } from '#shared/billing/billing.ts';
import { CallError, call, queryClient } from '#web/api/api.ts';
import { sessionEnded } from '#web/api/session.ts';
import { CenteredPage } from '#web/layout/CenteredPage.tsx';
import { Actions, Button, ButtonAnchor, ButtonLink } from '#web/ui/Form.tsx';
import { ProgressBar } from '#web/ui/Spinner.tsx';
import { useTimeout } from '#web/ui/useTimeout.ts';

export function FinalizingPage() {
  const [search] = useSearchParams();
  const id = search.get('subscriptionId');
  return id ? <Finalizing key={id} id={id} /> : <Redirect to="/subscribe" replace />;
}

function Finalizing({ id }: { id: string }) {
  const [waiting, setWaiting] = useState(fresh);
  const { state, attempts } = waiting;
  const again = () => setWaiting(fresh);

  useEffect(() => {
    if (state !== 'pending') return;
    const abort = new AbortController();
    const timer = setTimeout(
      async () => {
        const answer = await ask(id, abort.signal);
        if (!abort.signal.aborted) setWaiting((now) => hear(now, answer));
      },
      attempts === 0 ? 0 : pollEvery,
    );
    return () => {
      clearTimeout(timer);
      abort.abort();
    };
  }, [id, state, attempts]);

  useEffect(() => {
    // The tier has changed, so everything read under the old one is read again.
    if (state === 'success') void queryClient.invalidateQueries();
  }, [state]);
  useTimeout(() => navigate('/dashboard', { replace: true }), state === 'success' ? 2000 : null);

  if (state === 'success')
    return (
      <CenteredPage state="good" title="Subscription confirmed!" lead="Taking you to your dashboard..." />
    );
  if (state === 'failed') return <Failed id={id} reason={waiting.reason} onAgain={again} />;
  if (state === 'timeout') return <TimedOut onAgain={again} />;
  return <Pending waiting={waiting} />;
}

/** Repeats a call that got no reply. A refused call is not repeated, because the refusal would be the same. */
async function ask(id: string, signal: AbortSignal): Promise<Answer> {
  try {
    return await call(billingApi.subscriptionStatus, { params: { id }, signal });
  } catch (error) {
    if (!(error instanceof CallError) || signal.aborted) return 'no answer';
    if (error.code === 'unauthenticated') sessionEnded();
    return error.code === 'not_found' ? { state: 'failed', reason: error.message } : 'no answer';
  }
}

const Pending = ({ waiting }: { waiting: Waiting }) => (
  <CenteredPage
    state="working"
    title="Finalizing your subscription..."
    lead="We are waiting for the payment provider to confirm your payment."
  >
    <div className="mt-7">
      <ProgressBar
        label="Checks made"
        percent={(waiting.attempts / maxAttempts) * 100}
        text={`${waiting.attempts} of ${maxAttempts}`}
      />
    </div>
    <p className="mt-2 text-sm text-muted">
      Check {waiting.attempts}/{maxAttempts}, about {minutesLeft(waiting)}{' '}
      {minutesLeft(waiting) === 1 ? 'minute' : 'minutes'} left
    </p>
  </CenteredPage>
);

const Failed = ({ id, reason, onAgain }: { id: string; reason: string | null; onAgain: () => void }) => (
  <CenteredPage state="bad" title="Payment failed" lead={reason}>
    <Actions>
      <ButtonAnchor href={`/subscribe/fix-payment?${new URLSearchParams({ subscriptionId: id })}`}>
        Try Different Payment Method
      </ButtonAnchor>
      <Button variant="secondary" onClick={onAgain}>
        Check Status Again
      </Button>
    </Actions>
  </CenteredPage>
);

const TimedOut = ({ onAgain }: { onAgain: () => void }) => (
  <CenteredPage
    state="waiting"
    title="Still processing..."
    lead="The payment provider has not confirmed yet. You will get an email as soon as your subscription is active; nothing is lost by leaving this page."
  >
    <Actions>
      <Button onClick={onAgain}>Refresh Status</Button>
      <ButtonLink to="/dashboard" variant="secondary">
        Go to Dashboard
      </ButtonLink>
    </Actions>
  </CenteredPage>
);

/** Waits for the payment provider to confirm a subscription: every 2 s, at most 30 times. */
const pollEvery = 2000;
export const maxAttempts = 30;

interface Waiting {
  state: 'pending' | 'success' | 'failed' | 'timeout';
  /** Replies received so far. */
  attempts: number;
  reason: string | null;
}

export const fresh: Waiting = { state: 'pending', attempts: 0, reason: null };

export type Answer = { state: 'pending' | 'success' | 'failed'; reason: string | null } | 'no answer';

/** A call without a reply counts as still pending. */
export function hear(waiting: Waiting, answer: Answer): Waiting {
  if (waiting.state !== 'pending') return waiting;
  const attempts = waiting.attempts + 1;
  if (answer !== 'no answer' && answer.state === 'success')
    return { state: 'success', attempts, reason: null };
  if (answer !== 'no answer' && answer.state === 'failed')
    return { state: 'failed', attempts, reason: answer.reason || 'Payment failed' };
  return { state: attempts >= maxAttempts ? 'timeout' : 'pending', attempts, reason: null };
}

/** Minutes until it gives up, rounded up. */
export const minutesLeft = ({ attempts }: Waiting): number =>
  Math.ceil(((maxAttempts - attempts) * pollEvery) / 60_000);
