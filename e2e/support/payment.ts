import type { Page } from '@playwright/test';
import { expect, openAs } from './browser.ts';

/** Card numbers of the payment sandbox. Tests list other declined cards themselves. */
export const goodCard = '4242 4242 4242 4242';
export const declinedCard = '4000 0000 0000 0002';
/** Requires 3-D Secure authentication. */
export const secureCard = '4000 0025 0000 3155';

export async function fillCard(
  page: Page,
  number: string,
  { expiry = '12 / 39', zip = '10115' } = {},
): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill(expiry);
  await page.getByRole('textbox', { name: 'CVC' }).fill('123');
  await page.getByLabel('ZIP code').fill(zip);
}

export const pay = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^(Subscribe for|Pay) \$/ }).click();

export async function payWith(page: Page, number: string): Promise<void> {
  await fillCard(page, number);
  await pay(page);
}

/** The plan named in the page's header. */
export const badge = (page: Page) => page.getByRole('banner').getByText('Your plan:').locator('..');

export const openPayment = (page: Page, tier: 'pro' | 'team') =>
  openAs(page, {}, `/payment?tier=${tier}&email={email}`);

/** Begins a subscription as the signed-in reader, without paying; returns its id. */
export async function startSubscription(page: Page): Promise<string> {
  await openAs(page, {}, '/terms');
  const answer = await page.request.post('/api/create-subscription', { data: { tier: 'pro' } });
  return (await answer.json()).subscriptionId;
}

/** Leaves a subscription whose first payment was declined; returns its id. */
export async function declinedPayment(page: Page): Promise<string> {
  await openPayment(page, 'pro');
  const made = page.waitForResponse('**/api/create-subscription');
  await payWith(page, declinedCard);
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  return (await (await made).json()).subscriptionId;
}
