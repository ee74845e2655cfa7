import type { Page } from '@playwright/test';
import { typeTopic } from '../support/accountForms.ts';
import { expect, expectToast, openAs, test } from '../support/browser.ts';
import { fillCard, goodCard, pay } from '../support/payment.ts';

/** Problems that readers once had, and that must not return. */

const wide = { width: 1280, height: 720 };
const phone = { width: 360, height: 720 };

/** Whether the cookie banner is over the middle of the element. */
const isUnderBanner = (element: Element) => {
  const { left, top, width, height } = element.getBoundingClientRect();
  const shown = document.elementFromPoint(left + width / 2, top + height / 2);
  return !!shown?.closest('.cookie-banner') && !element.closest('.cookie-banner');
};

test.describe('cookie banner', () => {
  test.use({ declinesCookies: false });

  test('never covers the focused element of the landing page, nor the consent box of the sign-up form', async ({
    page,
  }) => {
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      await page.goto('/');
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeInViewport({ ratio: 1 });
      const covered: string[] = [];
      for (let stop = 0; stop < 25; stop++) {
        await page.keyboard.press('Tab');
        const focused = page.locator(':focus');
        if ((await focused.count()) && (await focused.evaluate(isUnderBanner)))
          covered.push(await focused.evaluate(({ outerHTML }) => outerHTML.slice(0, 120)));
      }
      expect(covered, `${size.width} px wide`).toEqual([]);
      await page.goto('/auth');
      await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
      for (const box of await page.getByRole('checkbox').all()) {
        await box.focus();
        expect(await box.evaluate(isUnderBanner), `${size.width} px wide`).toBe(false);
      }
    }
  });
});

test.describe('way in', () => {
  test('opens Sign Up from “Start for free”, also after Login was pressed', { tag: '@plans' }, async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('link', { name: 'Login' }).first().click();
    await expect(page.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    await page.goBack();
    await page.getByRole('link', { name: 'Start for free' }).click();
    await expect(page.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  });

  test('offers the dashboard instead of Login to a signed-in reader', async ({ page }) => {
    await openAs(page, {});
    // The link appears once the session is known; the heading is there while it is checked.
    await expect(page.getByLabel('Research topic')).toBeVisible();
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Dashboard', exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'Login' })).toHaveCount(0);
    // Nor does a topic typed here ask for another account.
    await typeTopic(page, 'CRISPR base editing');
    await expectToast(page, 'Search Queued');
    await page.goto('/auth');
    await expect(page).toHaveURL('/dashboard');
  });
});

test('the way back sells a plan after ten abandoned checkouts, and skips the payment page', {
  tag: '@plans',
}, async ({ page }) => {
  const { email } = await openAs(page, {}, '/subscribe');
  for (let left = 0; left < 10; left++) {
    const tier = left % 2 ? 'pro' : 'team';
    const answer = await page.request.post('/api/create-subscription', { data: { tier } });
    expect(answer.status()).toBe(200);
  }
  await page.goto(`/payment?tier=pro&email=${encodeURIComponent(email)}`);
  await fillCard(page, goodCard);
  await pay(page);
  await expect(page).toHaveURL('/dashboard', { timeout: 20_000 });
  await page.goBack();
  await expect(page).toHaveURL('/subscribe');
  await expect(page.getByText('Your current plan: Research Pro')).toBeVisible();
});

test.describe('notification', () => {
  test('leaves every button of an open dialog free, and Escape to the dialog', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'soil' }] }, '/settings');
    const opener = page.getByRole('button', { name: 'Change password' });
    await opener.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Change password' });
    await dialog.getByLabel('Current Password').fill('Not-the-password-1');
    await dialog.getByLabel('New Password', { exact: true }).fill('Correct-horse-10-battery');
    await dialog.getByLabel('Confirm New Password', { exact: true }).fill('Correct-horse-10-battery');
    await page.context().setOffline(true);
    await dialog.getByRole('button', { name: 'Change password' }).click();
    // Not by role: content outside an open dialog is hidden from screen readers, which announce the notification separately.
    const toast = page.locator('li').filter({ hasText: 'Password Unchanged' });
    for (const size of [wide, phone]) {
      await page.setViewportSize(size);
      await expect(toast).toBeVisible();
      const other = (await toast.boundingBox())!;
      for (const button of await dialog.getByRole('button').all()) {
        const own = (await button.boundingBox())!;
        const isApart =
          own.x >= other.x + other.width ||
          other.x >= own.x + own.width ||
          own.y >= other.y + other.height ||
          other.y >= own.y + own.height;
        expect(isApart, `${await button.innerText()}, ${size.width} px wide`).toBe(true);
      }
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('names the digest that Resend sends: its day and its topic', async ({ page }) => {
    await openAs(page, { digests: ['whole', 'whole'] });
    const older = page.getByRole('button', { name: /^Resend the digest of/ }).nth(1);
    const [, named] = (await older.textContent())!.match(/(the digest of .+)/)!;
    await older.click();
    const sentence = new RegExp(named!.replace(/ on (.+)$/, ' on “$1”'), 'i');
    await expectToast(page, 'Email Resent', sentence);
  });
});

test.describe('dates', () => {
  test.use({ timezoneId: 'America/Los_Angeles', locale: 'de-DE' });

  const written = /^((Mon|Tue|Wed|Thu|Fri|Sat|Sun) )?\d{1,2} [A-Z][a-z]{2}( \d{4})?(, \d{1,2}:\d\d\s[AP]M)?$/;
  const datesOf = (page: Page) =>
    page
      .locator('time:visible')
      .evaluateAll((times) =>
        times.map((time) => ({ text: time.textContent!, at: time.getAttribute('datetime')! })),
      );

  test('are written in one style, in English, in the reader’s zone', async ({ page }) => {
    const terms = [{ term: 'soil microbiome and drought' }];
    const reader = await openAs(page, { terms, digests: ['whole', 'partial'] }, '/terms');
    const zone = 'Pacific/Kiritimati';
    await page.request.patch(`/api/users/${reader.id}/preferences`, { data: { timeZone: zone } });
    for (const path of ['/dashboard', '/digests']) {
      await page.goto(path);
      await expect(page.locator('time:visible').first()).toBeVisible();
      const dates = await datesOf(page);
      expect(
        dates.filter(({ text }) => !written.test(text) && !/ago$|^in /.test(text)),
        path,
      ).toEqual([]);
      for (const { text, at } of dates.filter(({ text }) => /[AP]M$/.test(text))) {
        const hour = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeStyle: 'short' });
        expect(text.replace(/\s/g, ' '), at).toContain(hour.format(new Date(at)).replace(/\s/g, ' '));
      }
    }
  });
});
