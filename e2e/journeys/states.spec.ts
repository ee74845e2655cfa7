import { unanswered } from '../stage/setup.ts';
import { press } from '../support/actions.ts';
import { expect, expectToast, openAs, test } from '../support/browser.ts';

/** A source that is down: arXiv's stand-in does not answer topics with this word. */
test.describe('source that does not answer', () => {
  test('leaves a partial digest that says what is missing', async ({ page }) => {
    await openAs(page, {});
    await page.getByLabel('Research topic').fill(`${unanswered} melt and sleep`);
    await press(page, 'Add');
    await expectToast(page, 'Search Queued');
    await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 40_000 });
    const digest = page.getByRole('listitem').filter({ hasText: 'arXiv could not be read' });
    await digest.getByRole('button', { name: /Research Digest$/ }).click();
    await expect(
      page
        .getByRole('dialog')
        .getByText(/arXiv (is|did|could)/)
        .first(),
    ).toBeVisible();
  });

  test('fails a topic limited to that source, says so, and retries', async ({ page }) => {
    const reader = await openAs(page, {}, '/terms');
    await page.request.patch(`/api/users/${reader.id}/preferences`, {
      data: { includePubmed: false, includeBiorxiv: false },
    });
    await page.goto('/dashboard');
    await page.getByLabel('Research topic').fill(`${unanswered} melt`);
    await press(page, 'Add');
    await expect(page.getByText('Failed', { exact: true })).toBeVisible({ timeout: 40_000 });
    await expect(
      page.getByText(/^None of the sources answered\..+ try again automatically; nothing is lost\.$/),
    ).toBeVisible();
  });
});

test('a page whose script does not arrive shows an error instead of an empty page, and retries', async ({
  page,
}) => {
  // As if the network changed while the page was loading.
  await page.route('**/assets/*.js', (route) => route.abort('internetdisconnected'));
  await openAs(page, {});
  await expect(page.getByText('Still loading')).toBeVisible({ timeout: 20_000 });
  await page.unroute('**/assets/*.js');
  await page.getByRole('link', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
});
