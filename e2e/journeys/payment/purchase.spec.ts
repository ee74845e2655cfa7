import { expect, expectToast, newestMail, openAs, test } from '#e2e/support/browser.ts';
import { badge, fillCard, goodCard, openPayment, pay, secureCard } from '#e2e/support/payment.ts';

test.describe('subscription purchase', () => {
  test('upgrades Free to Pro with a card', async ({ page, request }) => {
    const { email } = await openAs(page, {});
    await expect(badge(page)).toHaveText('Your plan: Free');
    await page.getByRole('banner').getByRole('link', { name: 'Upgrade', exact: true }).click();
    await expect(page.getByText('Your current plan: Free')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    await page.getByRole('link', { name: 'Upgrade to Research Pro' }).click();

    await expect(page).toHaveURL(`/payment?tier=pro&email=${encodeURIComponent(email)}`);
    await expect(page.getByRole('heading', { name: 'Research Pro', level: 1 })).toBeVisible();
    await expect(page.getByText('$5', { exact: true })).toBeVisible();
    await expect(page.getByText('Up to 5 search terms')).toBeVisible();
    await expect(page.getByText(/renews monthly and can be cancelled/)).toBeVisible();
    await expect(page.getByText('Secured with 256-bit SSL encryption')).toBeVisible();
    await expect(page.getByText(/Test cards only/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Plans' })).toHaveAttribute('href', '/subscribe');
    await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCSS('font-size', '16px');

    await fillCard(page, goodCard);
    await pay(page);
    await expect(page).toHaveURL(/\/finalizing-subscription\?subscriptionId=sub_/);
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Pro');
    await expect(page.getByText('Search Terms: 0/5')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade to Team' })).toBeVisible();
    await newestMail(request, email, /Research Pro/);
  });

  test('upgrades Free to Team with a card', async ({ page }) => {
    await openPayment(page, 'team');
    await expect(page.getByText('$10', { exact: true })).toBeVisible();
    await fillCard(page, goodCard);
    await pay(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Team');
    await expect(page.getByText('Search Terms: 0/10')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /Upgrade/ })).toBeHidden();
  });

  test('upgrades Pro to Team with the card on file', async ({ page }) => {
    await openAs(page, { tier: 'pro' }, '/subscribe');
    await expect(page.getByText('Downgrade Not Available')).toBeVisible();
    await page.getByRole('link', { name: 'Upgrade to Research Team' }).click();
    await expect(page.getByText(/charged to your current card/)).toBeVisible();
    await pay(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Team');
    await page.goto('/subscribe');
    await expect(page.getByRole('button', { name: 'Downgrade Not Available' })).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  });

  test('retries a failed 3-D Secure authentication', async ({ page }) => {
    await openPayment(page, 'pro');
    await fillCard(page, secureCard);
    await pay(page);
    await expect(page.getByRole('button', { name: 'Processing Payment...' })).toBeVisible();
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expectToast(page, 'Payment Failed', /unable to authenticate your payment method/);
    await pay(page);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  });
});
