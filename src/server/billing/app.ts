import type { TopicsApp } from '#topics/app.ts';
import type { PaymentProvider } from './paymentProvider.ts';

/** Billing stands on topics; `payments` is null where payments are not set up. */
export type BillingApp = TopicsApp & { payments: PaymentProvider | null };
