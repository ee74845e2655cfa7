import { useQuery } from '@tanstack/react-query';
import { ChevronRight, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { flushSync } from 'react-dom';
import { type Me, visitApi } from '#shared/accounts/me.ts';
import { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import { keyOf, queryClient, reading, useAction } from '#web/api/api.ts';
import { AbsoluteDate } from '#web/layout/dates.tsx';
import { ConfirmDialog } from '#web/ui/Dialog.tsx';
import { ButtonLink } from '#web/ui/Form.tsx';
import { toast, toastError } from '#web/ui/Notice.tsx';
import { cancelRefusal, tooManyToCancel } from '../desk/refusals.ts';
import { actionRow, goToSection, queueId } from '../desk/Section.tsx';
import { topicsKey, useDigests, useTopics } from '../desk/topicActions.ts';
import { TopicLimit } from '../topics/SearchQueue.tsx';

/** The plan, its renewal, and how much of it is used. */
export function AccountStatus({ me }: { me: Me }) {
  const { tier, paid, subscription, paidUntil } = usePlan(me);
  const terms = useTopics(me).data;
  const digests = useDigests().data;
  return (
    <>
      <dl className="text-[0.9375rem]">
        {tier && <Row name="Plan">{plans[tier].name}</Row>}
        {paid && (
          <Row name={subscription?.endsAt ? 'Ends on' : 'Renews on'}>
            {paidUntil ? <AbsoluteDate value={paidUntil} /> : '–'}
          </Row>
        )}
        <Row name="Search terms">
          {terms?.length ?? '–'}/<TopicLimit me={me} />
        </Row>
        <Row name="Email digests">{digests?.total.toLocaleString('en-US') ?? '–'}</Row>
      </dl>
      {subscription?.paymentDue && subscription.subscriptionId && (
        <p className="border-t border-line py-3 text-sm text-bad">
          The last payment failed.{' '}
          <ButtonLink
            reloadDocument
            to={`/subscribe/fix-payment?subscriptionId=${encodeURIComponent(subscription.subscriptionId)}`}
            size="small"
            className="mt-2"
          >
            Pay with another card
          </ButtonLink>
        </p>
      )}
      {paid && subscription?.endsAt && <KeepSubscription />}
      {paid && !subscription?.endsAt && <CancelSubscription me={me} paidUntil={paidUntil} />}
    </>
  );
}

/** The paid plan and its end or renewal. */
function usePlan(me: Me) {
  const tier = me.subscriptionTier;
  const paid = tier !== null && tier !== 'free';
  const subscription = useQuery({ ...reading(billingApi.subscription), enabled: paid }).data;
  return { tier, paid, subscription, paidUntil: subscription?.endsAt ?? subscription?.renewsAt ?? null };
}

const Row = ({ name, children }: { name: string; children: ReactNode }) => (
  <div className="flex justify-between gap-4 border-b border-line py-2 last:border-b-0">
    <dt className="text-muted">{name}</dt>
    <dd className="text-right font-medium">{children}</dd>
  </div>
);

/** Asks first; refuses while more topics are active than the free tier covers. */
function CancelSubscription({ me, paidUntil }: { me: Me; paidUntil: string | null }) {
  const [open, setOpen] = useState(false);
  const active = (useTopics(me).data ?? []).filter(({ isActive }) => isActive).length;

  const ask = () => {
    if (active <= 1) return setOpen(true);
    toast(...tooManyToCancel(active));
    goToSection(queueId);
  };

  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${actionRow} border-t border-line text-[0.9375rem] text-bad`}
        onClick={ask}
      >
        Cancel Subscription
        <ChevronRight className="size-4" />
      </button>
      {open && <CancelDialog {...{ me, paidUntil, active }} onClose={() => setOpen(false)} />}
    </>
  );
}

type CancelDialogProps = { me: Me; paidUntil: string | null; active: number; onClose: () => void };

/** Confirms the cancellation of a subscription, at once or at the end of the paid month. */
function CancelDialog({ me, paidUntil, active, onClose }: CancelDialogProps) {
  const cancel = useCancel(me, active, onClose);
  return (
    <ConfirmDialog
      onClose={onClose}
      title="Cancel Subscription"
      description="Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term."
      keep="Keep Subscription"
      confirm="Cancel Subscription"
      onConfirm={() => cancel.mutate({ body: {} })}
      pending={cancel.isPending}
    >
      <p>Your plan ends now, and unused days are refunded.</p>
      {paidUntil && (
        <p className="mt-2">
          Or keep it for the time you have paid:{' '}
          <button
            type="button"
            className="link min-h-6 rounded"
            onClick={() => cancel.isPending || cancel.mutate({ body: { atPeriodEnd: true } })}
          >
            Keep until <AbsoluteDate value={paidUntil} />
          </button>
        </p>
      )}
    </ConfirmDialog>
  );
}

function useCancel(me: Me, active: number, close: () => void) {
  return useAction(billingApi.cancelSubscription, {
    onSuccess: ({ endsAt, message }) => {
      close();
      for (const queryKey of [keyOf(visitApi.me), keyOf(billingApi.subscription), topicsKey(me)])
        void queryClient.invalidateQueries({ queryKey });
      const kept = 'You remain on the free tier, with 1 search term.';
      toast('good', 'Subscription Canceled', endsAt ? message : kept);
    },
    onError: (error) => {
      // Closed before the focus moves, because an open dialog would take it back.
      flushSync(close);
      const refusal = cancelRefusal(error, active);
      toast(...refusal.toast);
      if (refusal.toTerms) goToSection(queueId);
    },
  });
}

/** Undoes a cancellation scheduled for the end of the paid month. */
function KeepSubscription() {
  const keep = useAction(billingApi.keepSubscription, {
    onSuccess: ({ message }) => {
      for (const queryKey of [keyOf(visitApi.me), keyOf(billingApi.subscription)])
        void queryClient.invalidateQueries({ queryKey });
      toast('good', 'Subscription Kept', message);
    },
    onError: toastError('Could Not Keep It'),
  });
  return (
    <button
      type="button"
      aria-disabled={keep.isPending || undefined}
      className={`${actionRow} border-t border-line text-[0.9375rem]`}
      onClick={() => keep.isPending || keep.mutate({})}
    >
      Keep my subscription
      <Undo2 className="size-4" />
    </button>
  );
}
