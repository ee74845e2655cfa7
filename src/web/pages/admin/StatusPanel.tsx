import type { ReactNode } from 'react';
import type { billingApi } from '#shared/billing/billing.ts';
import { plans } from '#shared/billing/plan.ts';
import type { ResponseOf } from '#shared/contract/endpoint.ts';
import { dollars } from '#web/layout/PlanCard.tsx';

/** A reader's subscription in our database and at the payment provider. */
export type DebugStatus = ResponseOf<typeof billingApi.debugWebhookStatus>;

/** The records of both sides in tables. */
export const StatusPanel = ({ status: { user, stripe } }: { status: DebugStatus }) => (
  <section aria-label="Status" className="mt-8 rounded-xl border border-line bg-sheet p-5 sm:p-7">
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-[auto_1fr]">
      <Row term="Account email">{user.email}</Row>
      <Row term="Current tier">{plans[user.subscriptionTier].badge}</Row>
      <Row term="Payment customer id">{user.stripeCustomerId ?? 'none yet'}</Row>
    </dl>
    <Table title="Provider subscriptions" heads={['Status', 'Id']}>
      {stripe.subscriptions.map(({ id, status }) => (
        <tr key={id}>
          <td className={cell}>{status}</td>
          <td className={`${cell} break-all`}>{id}</td>
        </tr>
      ))}
    </Table>
    <Table title="Recent invoices" heads={['Status', 'Paid', 'Amount paid', 'Amount due']}>
      {stripe.invoices.map(({ id, status, paid, amount_paid, amount_due }) => (
        <tr key={id}>
          <td className={cell}>{status ?? 'none'}</td>
          <td className={cell}>{paid ? 'yes' : 'no'}</td>
          <td className={cell}>{dollars(amount_paid)}</td>
          <td className={cell}>{dollars(amount_due)}</td>
        </tr>
      ))}
    </Table>
  </section>
);

const Row = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{term}</dt>
    <dd className="break-all">{children}</dd>
  </>
);

const Table = ({ title, heads, children }: { title: string; heads: string[]; children: ReactNode[] }) => (
  <div className="mt-6 border-t border-line pt-5">
    <h2 className="font-semibold">{title}</h2>
    {children.length === 0 ? (
      <p className="mt-1 text-muted">None.</p>
    ) : (
      <table className="mt-1.5 w-full text-left text-[0.9375rem]">
        <thead className="text-sm text-muted">
          <tr>
            {heads.map((head) => (
              <th key={head} scope="col" className="py-1 pr-3 align-bottom font-normal">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    )}
  </div>
);

const cell = 'border-t border-line py-2 pr-3 align-top';
