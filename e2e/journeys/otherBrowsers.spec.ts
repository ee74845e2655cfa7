import { expect, newReader, test } from '../support/browser.ts';
import { blockStorage, translate } from '../support/otherBrowsers.ts';

test.describe('page', () => {
  test('unsubscribes, and takes a topic to the sign-up, where storage is blocked', async ({
    page,
    context,
  }) => {
    await blockStorage(context);
    const { unsubscribe } = await newReader({ terms: [{ term: 'soil moss' }] });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1`);
    await page.getByRole('button', { name: 'Unsubscribe from this topic' }).click();
    await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
    await page.goto('/');
    await page.getByRole('textbox').first().fill('soil moss');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/auth/);
  });

  test('says before the sign-in that the browser blocks cookies', async ({ page, context }) => {
    await context.addInitScript(() => Object.defineProperty(navigator, 'cookieEnabled', { value: false }));
    await page.goto('/auth?tab=login');
    await expect(page.getByText(/^This browser blocks cookies/)).toBeVisible();
  });

  test('goes on in a translated page: a failed sign-in, unsubscribing and its undoing', async ({ page }) => {
    await page.goto('/auth?tab=login');
    await translate(page);
    await page.getByLabel('Email').fill('nobody@readers.example');
    await page.getByLabel('Password', { exact: true }).fill('Wrong-password-1');
    const submit = page.getByRole('main').getByRole('button', { name: 'Sign In', exact: true });
    await submit.click();
    await expect(page.getByText(/password is (incorrect|wrong)|Invalid/i).first()).toBeVisible();
    await expect(submit).toHaveText('Sign In');
    const { unsubscribe } = await newReader({ terms: [{ term: 'soil moss' }] });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1`);
    await translate(page);
    await page.getByRole('button', { name: 'Unsubscribe from this topic' }).click();
    await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
    await page
      .getByRole('button', { name: /undo|again/i })
      .first()
      .click();
    await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeHidden();
  });
});
