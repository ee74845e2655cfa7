import { expect, expectToast, openAs, setPayments, test } from '#e2e/support/browser.ts';
import { badge, fillCard, goodCard, openPayment, pay } from '#e2e/support/payment.ts';

// Webhooks are held for all readers: no other file does so, and none depends on one arriving.
test.describe('Fix Subscription page', () => {
  test.afterEach(() => setPayments({ holdWebhooks: false }));

  test('syncs a payment whose webhook did not arrive', async ({ page }) => {
    await setPayments({ holdWebhooks: true });
    const { email } = await openPayment(page, 'pro');
    await fillCard(page, goodCard);
    // The card is charged and no webhook arrives; the page that would poll is closed.
    await page.route('**/api/subscriptions/*/status', (route) => route.abort());
    await pay(page);
    await expect(page).toHaveURL(/finalizing/);
    await page.goto('/debug-subscription');
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expectToast(page, 'Status Checked');
    const panel = page.getByRole('region', { name: 'Status' });
    await expect(panel.getByText(email)).toBeVisible();
    await expect(panel.getByText('Free', { exact: true })).toBeVisible();
    await expect(panel.getByText(/^cus_….{4}$/)).toBeVisible();
    await expect(panel.getByRole('row', { name: /^active sub_/ })).toBeVisible();
    await expect(panel.getByRole('row', { name: 'paid yes $5 $5' })).toBeVisible();
    await page.getByRole('button', { name: 'Fix My Subscription' }).click();
    await expectToast(page, 'Subscription Fixed', /updated to Pro\. Refresh the dashboard/);
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Pro');
  });

  test('reports an unreachable provider, and shows the support address', async ({ page }) => {
    const { id } = await openAs(page, { tier: 'pro' }, '/debug-subscription');
    await expect(page.getByRole('link', { name: 'support@litwatch.example' })).toBeVisible();
    await setPayments({ reader: id, unreachable: true });
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expectToast(page, 'Check Failed', /does not answer/);
    await page.getByRole('button', { name: 'Fix My Subscription' }).click();
    await expectToast(page, 'Fix Failed', /does not answer/);
  });

  test('finds nothing to fix where nothing was paid', async ({ page }) => {
    await openAs(page, {}, '/debug-subscription');
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expect(page.getByText('none yet')).toBeVisible();
    await page.getByRole('button', { name: 'Fix My Subscription' }).click();
    await expectToast(page, 'Fix Failed', 'No payment has been made from this account yet.');
  });
});
