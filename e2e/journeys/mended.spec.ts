import type { Page } from '@playwright/test';
import { openMoreSettings, press } from '../support/actions.ts';
import { expect, test } from '../support/browser.ts';
import { fillCard, goodCard, openPayment, pay } from '../support/payment.ts';
import { openAs } from '../support/readers.ts';

/** What was in a reader's way once, and must not be again. */

const overlap = (page: Page, one: string, other: string) =>
  page.evaluate(
    ([one, other]) => {
      const rect = (selector: string) => document.querySelector(selector)?.getBoundingClientRect();
      const [a, b] = [rect(one!), rect(other!)];
      if (!a || !b) return null;
      return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    },
    [one, other],
  );

test.describe('cookie banner', () => {
  test.use({ storageState: { cookies: [], origins: [] } });

  for (const width of [1280, 360])
    test(`covers nothing that has the focus on the landing page, ${width} px wide`, async ({ page }) => {
      await page.setViewportSize({ width, height: 720 });
      await page.goto('/');
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
      const covered: string[] = [];
      for (let stop = 0; stop < 40; stop++) {
        await page.keyboard.press('Tab');
        const under = await page.evaluate(() => {
          const focused = document.activeElement;
          if (!focused || focused === document.body || focused.closest('.cookie-banner')) return null;
          const { left, top, width, height } = focused.getBoundingClientRect();
          const on = document.elementFromPoint(left + width / 2, top + height / 2);
          return on?.closest('.cookie-banner') ? focused.outerHTML.slice(0, 120) : null;
        });
        if (under) covered.push(under);
      }
      expect(covered).toEqual([]);
    });

  test('leaves both consents free on the sign-up form', async ({ page }) => {
    for (const width of [1280, 360]) {
      await page.setViewportSize({ width, height: 720 });
      await page.goto('/auth');
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
      for (const box of await page.getByRole('checkbox').all()) {
        await box.scrollIntoViewIfNeeded();
        await box.evaluate((element) => element.setAttribute('data-looked-at', ''));
        expect(await overlap(page, '[data-looked-at]', '.cookie-banner')).toBe(false);
        await box.evaluate((element) => element.removeAttribute('data-looked-at'));
      }
    }
  });
});

test.describe('ways in', () => {
  test('opens Sign Up from “Start for free”, also after Login was pressed', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await page.getByRole('link', { name: 'Start for free' }).click();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  });

  test('offers the dashboard instead of Login to a signed-in reader', async ({ page }) => {
    await openAs(page, {});
    await expect(page.getByText('Search Terms: 0/1')).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Dashboard' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
  });
});

test.describe('ways back', () => {
  test('leads from a paid plan back to the plans, not to the form or in a loop', async ({ page }) => {
    await openPayment(page, 'pro');
    await fillCard(page, goodCard);
    await pay(page);
    await expect(page).toHaveURL('/dashboard', { timeout: 20_000 });
    await page.goBack();
    await expect(page).not.toHaveURL(/finalizing|\/payment/);
    const left = page.url();
    await page.waitForLoadState('networkidle');
    expect(page.url()).toBe(left);
  });
});

test.describe('notifications', () => {
  for (const size of [
    { width: 1280, height: 800 },
    { width: 360, height: 740 },
  ])
    test(`keeps every button of an open dialog free, ${size.width} px wide`, async ({ page }) => {
      await page.setViewportSize(size);
      await openAs(page, { terms: [{ term: 'soil' }] });
      await openMoreSettings(page);
      await press(page, 'Change password');
      const dialog = page.getByRole('dialog', { name: 'Change password' });
      await dialog.getByLabel('Current Password').fill('Not-the-password-1');
      await dialog.getByLabel('New Password', { exact: true }).fill('Correct-horse-10-battery');
      await dialog.getByLabel('Confirm New Password', { exact: true }).fill('Correct-horse-10-battery');
      await page.context().setOffline(true);
      await dialog.getByRole('button', { name: 'Change password' }).click();
      const toast = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
      await expect(toast).toBeVisible();
      const box = (await toast.boundingBox())!;
      for (const button of await dialog.getByRole('button').all()) {
        const own = (await button.boundingBox())!;
        const isApart =
          own.x >= box.x + box.width ||
          box.x >= own.x + own.width ||
          own.y >= box.y + box.height ||
          box.y >= own.y + own.height;
        expect(isApart, await button.innerText()).toBe(true);
      }
    });
});
