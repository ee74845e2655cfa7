import type { Page } from '@playwright/test';
import { stage } from '#e2e/servers/servers.ts';
import { expect, expectToast, openAs, setPayments, test } from '#e2e/support/browser.ts';
import { badge } from '#e2e/support/payment.ts';

test.describe('subscription cancellation', () => {
  const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel Subscription' }).click();

  test('changes nothing when the reader keeps the plan, and else returns to the Free plan at once', async ({
    page,
  }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'soil and drought' }] });
    await cancel(page);
    const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription' });
    await expect(
      dialog.getByText(
        'Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term.',
      ),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Keep Subscription' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Keep Subscription' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeFocused();
    await expect(badge(page)).toHaveText('Your plan: Pro');

    await cancel(page);
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(page, 'Subscription Canceled', /free tier/);
    await expect(badge(page)).toHaveText('Your plan: Free');
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeHidden();
  });

  test('changes nothing without the provider, and keeps the plan until the end of the paid month', async ({
    page,
  }) => {
    const { id } = await openAs(page, { tier: 'team' });
    await cancel(page);
    await setPayments({ reader: id, unreachable: true });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(page, 'Cancellation Failed', /try again in a few minutes/);
    await expect(badge(page)).toHaveText('Your plan: Team');
    await setPayments({ reader: id, unreachable: false });
    await cancel(page);
    await page.getByRole('button', { name: /^Keep until/ }).click();
    await expectToast(page, 'Subscription Canceled');
    await expect(page.getByText('Ends on')).toBeVisible();
    await expect(badge(page)).toHaveText('Your plan: Team');
    await page.getByRole('button', { name: 'Keep my subscription' }).click();
    await expectToast(page, 'Subscription Kept');
    await expect(page.getByText('Renews on')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeVisible();
  });

  test('refuses cancellation with several active topics, and focuses the list', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'one' }, { term: 'two' }, { term: 'three' }] });
    await cancel(page);
    await expectToast(
      page,
      'Cannot Cancel Subscription',
      'You have 3 active search terms. Please delete search terms down to 1 before canceling your subscription.',
    );
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeInViewport();
  });

  test('refuses cancellation when another tab added a topic', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'one' }] });
    await cancel(page);
    await page.request.post('/api/immediate-search', {
      data: { searchTerm: 'two' },
      headers: { origin: stage },
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(
      page,
      'Cannot Cancel Subscription',
      'You have 2 active search terms. Please delete search terms down to 1 before canceling.',
    );
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeFocused();
  });
});
