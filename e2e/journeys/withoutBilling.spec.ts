import { openTopic } from '../support/actions.ts';
import { expect, linkIn, newestMail, test } from '../support/browser.ts';

const password = 'Correct-horse-9-battery';
const ofPlans = /\bfree\b|upgrade|pricing|\$\d|\bplans?\b/i;

test.describe('server without billing', () =>
  test('gives a reader every feature and shows no plan on any page', async ({ page, request }) => {
    const email = `unpaid-${Date.now()}@example.org`;
    for (const path of ['/', '/terms', '/privacy', '/signup']) {
      await page.goto(path);
      await expect(page.getByRole('contentinfo')).toBeVisible();
      const main = (await page.locator('main').innerText()).replace('free of errors', '');
      expect(main, path).not.toMatch(ofPlans);
    }

    await page.goto('/auth?tab=signup');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm password', { exact: true }).fill(password);
    await page.getByRole('checkbox', { name: /terms/i }).check();
    await page.getByRole('checkbox', { name: /privacy/i }).check();
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Account Created!')).toBeVisible();
    const verification = await newestMail(request, email, /confirm/i);
    expect(verification.text).not.toMatch(ofPlans);
    await page.goto(linkIn(verification, '/verify-email'));
    await expect(page.getByText('Email Verified Successfully!')).toBeVisible();

    await page.goto('/auth?tab=login');
    await page.getByLabel('Email', { exact: true }).fill(email);
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Sign In', exact: true }).click();
    await expect(page.getByText('You can follow as many topics as you like.')).toBeVisible();
    // Checked before there are digests, because papers may use such words.
    expect(await page.locator('body').innerText()).not.toMatch(ofPlans);
    for (const topic of ['CRISPR base editing', 'Protein folding']) {
      await page.getByLabel('Research topic').fill(topic);
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await expect(page.getByRole('heading', { name: topic, exact: true })).toBeVisible();
    }

    await openTopic(page);
    await page.getByRole('button', { name: /^Change filters and schedule of/ }).click();
    const part = page.getByRole('region', { name: 'Filters and schedule', exact: true });
    await expect(part.getByRole('button', { name: 'Save' })).toBeVisible();
    expect(await part.innerText()).not.toMatch(ofPlans);

    for (const path of ['/subscribe', '/payment', '/debug-subscription']) {
      expect((await page.goto(path))?.status(), path).toBe(404);
      await expect(page.getByText('404 Page Not Found')).toBeVisible();
    }
  }));

test.describe('password rule of length alone', () =>
  test('is stated in the forms, and accepts a passphrase in lower case', async ({ page }) => {
    await page.goto('/auth?tab=signup');
    const field = page.getByLabel('Password', { exact: true });
    await expect(field).toHaveAccessibleDescription(/^At least 8 characters\. A few words/);
    await page.getByLabel('Email', { exact: true }).fill(`small-${Date.now()}@example.org`);
    await page.getByRole('checkbox', { name: /terms/i }).check();
    await page.getByRole('checkbox', { name: /privacy/i }).check();
    for (const [typed, sentence] of [
      ['herons', 'Password must be at least 8 characters long'],
      ['password1234', 'This password is too common.'],
    ] as const) {
      await field.fill(typed);
      await page.getByLabel('Confirm password', { exact: true }).fill(typed);
      await page.getByRole('button', { name: 'Create Account' }).click();
      await expect(field).toHaveAccessibleDescription(new RegExp(sentence));
    }
    await field.fill('seven quiet herons wade at dawn');
    await page.getByLabel('Confirm password', { exact: true }).fill('seven quiet herons wade at dawn');
    await page.getByRole('button', { name: 'Create Account' }).click();
    await expect(page.getByText('Account Created!')).toBeVisible();
  }));
