import { expect, type Page } from '@playwright/test';
import { after, as, type Open, pressed, shown, slowDownTimers } from '#e2e/support/actions.ts';
import { declinedCard, goodCard, payWith } from '#e2e/support/payment.ts';
import { openAs } from '#e2e/support/readers.ts';

async function startSubscription(page: Page): Promise<string> {
  await openAs(page, {}, '/terms');
  const answer = await page.request.post('/api/create-subscription', { data: { tier: 'pro' } });
  return (await answer.json()).subscriptionId;
}

/** Leaves a subscription whose first payment was declined; returns its id. */
async function declinedPayment(page: Page): Promise<string> {
  await openAs(page, {}, '/payment?tier=pro&email={email}');
  const made = page.waitForResponse('**/api/create-subscription');
  await payWith(page, declinedCard);
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  return (await (await made).json()).subscriptionId;
}

/** Plans, payment, and the pages after a payment. */
export const billingScreens = {
  'plans, Free': as({}, '/subscribe'),
  'plans, Pro': as({ tier: 'pro' }, '/subscribe'),
  'plans, Team': as({ tier: 'team' }, '/subscribe'),
  'plans, with a pending search': after(
    as({}, '/subscribe?tier=pro'),
    (page) => page.evaluate(() => sessionStorage.setItem('pendingSearch', 'perovskite solar cells')),
    (page) => page.reload(),
  ),
  'payment, no plan': as({}, '/payment?tier=none&email={email}'),
  payment: as({}, '/payment?tier=team&email={email}'),
  'payment, upgrade': as({ tier: 'pro' }, '/payment?tier=team&email={email}'),
  'payment, card declined': declinedPayment,
  'payment success, unconfirmed': as({}, '/payment-success'),
  'payment success': as({ tier: 'pro' }, '/payment-success'),
  'payment failed': after(
    as({}, '/payment-success?redirect_status=failed'),
    shown('heading', 'Payment failed'),
  ),
  finalizing: async (page) =>
    page.goto(`/finalizing-subscription?subscriptionId=${await startSubscription(page)}`),
  'finalizing, confirmed': after(
    as({}, '/payment?tier=pro&email={email}'),
    (page) => slowDownTimers(page, 'Subscription confirmed!'),
    (page) => payWith(page, goodCard),
    shown('heading', 'Subscription confirmed!'),
  ),
  'finalizing, failed': async (page) => {
    await page.goto(`/finalizing-subscription?subscriptionId=${await declinedPayment(page)}`);
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
  },
  'pay with another card': async (page) => {
    await page.goto(`/subscribe/fix-payment?subscriptionId=${await declinedPayment(page)}`);
    await expect(page.getByLabel('ZIP code')).toBeVisible();
  },
  'fix subscription': as({}, '/debug-subscription'),
  'fix subscription, status shown': after(
    as({ tier: 'pro' }, '/debug-subscription'),
    pressed('Check Payment Status'),
    shown('region', /^Status$/),
  ),
} satisfies Record<string, Open>;
