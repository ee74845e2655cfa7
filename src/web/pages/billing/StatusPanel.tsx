import type { ReactNode } from 'react';
import { plans } from '../../../shared/plan.ts';
import { dollars } from '../../parts/PlanCard.tsx';
import type { DebugStatus } from './DebugSubscriptionPage.tsx';

/** Both sides' view, as plain as a receipt. */
export const StatusPanel = ({ status: { user, stripe } }: { status: DebugStatus }) => (
  <section aria-label="Status" className="mt-8 rounded-xl border border-line bg-sheet p-6">
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      <Row term="Account email">{user.email}</Row>
      <Row term="Current tier">{plans[user.subscriptionTier].badge}</Row>
      <Row term="Payment customer id">{user.stripeCustomerId ?? 'none yet'}</Row>
    </dl>
    <h2 className="mt-6 border-t border-line pt-5 font-medium">Provider subscriptions</h2>
    {stripe.subscriptions.length === 0 && <p className="mt-1 text-muted">None.</p>}
    <ul className="mt-2 space-y-1">
      {stripe.subscriptions.map(({ id, status }) => (
        <li key={id}>
          {status} <span className="break-all text-muted">{id}</span>
        </li>
      ))}
    </ul>
    <h2 className="mt-6 border-t border-line pt-5 font-medium">Recent invoices</h2>
    {stripe.invoices.length === 0 && <p className="mt-1 text-muted">None.</p>}
    <ul className="mt-2 space-y-1">
      {stripe.invoices.map(({ id, status, paid, amount_paid, amount_due }) => (
        <li key={id}>
          {status ?? 'no status'} · paid: {paid ? 'yes' : 'no'} · {dollars(amount_paid)} of{' '}
          {dollars(amount_due)}
        </li>
      ))}
    </ul>
  </section>
);

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="break-all">{children}</dd>
  </>
);
