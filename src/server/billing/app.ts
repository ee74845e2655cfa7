import type { TopicsApp } from '#topics/app.ts';
import type { Cards } from './cards.ts';

/** Billing stands on topics; `cards` is null where payments are not set up. */
export type BillingApp = TopicsApp & { cards: Cards | null };
