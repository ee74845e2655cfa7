import { expect, openAs, stopClock, test } from '#e2e/support/browser.ts';
import { badge, declinedPayment, fillCard, goodCard, startSubscription } from '#e2e/support/payment.ts';

test.describe('payment confirmation', () => {
  const finalizing = '/finalizing-subscription';

  test('sends a visit without a subscription to the plans', async ({ page }) => {
    await openAs(page, {}, finalizing);
    await expect(page).toHaveURL('/subscribe');
  });

  test('polls every 2 s, stops after 30 checks, and starts over on request', async ({ page }) => {
    const id = await startSubscription(page);
    await page.clock.install();
    await page.goto(`${finalizing}?subscriptionId=${id}`);
    await expect(page.getByRole('heading', { name: 'Finalizing your subscription...' })).toBeVisible();
    await expect(page.getByText(/^Check [1-9]/)).toBeVisible();
    await stopClock(page);
    const checksSoFar = Number(/\d+/.exec(await page.getByText(/^Check \d/).innerText()));
    for (let check = checksSoFar; check < 30; check++) {
      await expect(page.getByText(`Check ${check}/30, about 1 minute left`)).toBeVisible();
      await page.clock.runFor(2000);
    }
    await expect(page.getByRole('heading', { name: 'Still processing...' })).toBeVisible();
    await expect(page.getByText(/You will get an email/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    await page.getByRole('button', { name: 'Refresh Status' }).click();
    await page.clock.runFor(10);
    await expect(page.getByText('Check 1/30')).toBeVisible();
  });

  test('keeps polling after a lost connection', async ({ page }) => {
    const id = await startSubscription(page);
    await page.goto(`${finalizing}?subscriptionId=${id}`);
    await expect(page.getByText('Check 1/30')).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('Check 2/30')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Check 3/30')).toBeVisible();
  });

  test('pays a failed payment with another card', async ({ page }) => {
    const id = await declinedPayment(page);
    await page.goto(`${finalizing}?subscriptionId=${id}`);
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
    await expect(page.getByText('Your card was declined.')).toBeVisible();
    await page.getByRole('button', { name: 'Check Status Again' }).click();
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
    await page.getByRole('link', { name: 'Try Different Payment Method' }).click();

    await expect(page).toHaveURL(`/subscribe/fix-payment?subscriptionId=${id}`);
    await expect(page.getByText('$5 is due.')).toBeVisible();
    await fillCard(page, goodCard);
    await page.getByRole('button', { name: 'Pay $5' }).click();
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Pro');
    await page.goto(`/subscribe/fix-payment?subscriptionId=${id}`);
    await expect(page.getByText('There is nothing to pay')).toBeVisible();
  });
});

test.describe('payment success page', () => {
  test('counts seven seconds down, then links to the dashboard', async ({ page }) => {
    await page.clock.install();
    await openAs(
      page,
      {},
      '/payment-success?tier=pro&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded',
    );
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page).toHaveURL('/payment-success?tier=pro');
    await expect(page.getByText('Waiting for webhook confirmation')).toBeVisible();
    await stopClock(page);
    const left = Number.parseInt(await page.getByText(/^\d s$/).innerText(), 10);
    for (let second = left; second > 0; second--) {
      await expect(page.getByText(`${second} s`, { exact: true })).toBeVisible();
      await page.clock.runFor(1000);
    }
    await expect(page.getByText(/Still processing your subscription upgrade/)).toBeVisible();
    await expect(page.getByRole('link', { name: "Click here if you don't get redirected" })).toHaveAttribute(
      'href',
      '/dashboard',
    );
  });

  test('opens the dashboard once the plan is active', async ({ page }) => {
    await openAs(page, { tier: 'team' }, '/payment-success?tier=team');
    await expect(page.getByText('Redirecting to dashboard...')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Team');
  });
});
