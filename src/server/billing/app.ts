import type { TopicsApp } from '#topics/app.ts';
import type { PaymentProvider } from './paymentProvider.ts';

/** Billing needs topics; `payments` is null if payments are not set up. */
export type BillingApp = TopicsApp & { payments: PaymentProvider | null };
