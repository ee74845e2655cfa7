import { createAccount, field, fillSignup, newAddress, signIn, signUp } from '../support/accountForms.ts';
import { openTopic } from '../support/actions.ts';
import { expect, linkIn, newestMail } from '../support/browser.ts';
import { testOn } from '../support/ownServer.ts';

const test = testOn('withoutBilling');
// As on a first visit, with the banner.
test.use({ declinesCookies: false });

const ofPlans = /\bfree\b|upgrade|pricing|\$\d|\bplans?\b/i;

test('a server without billing gives a reader every feature and shows no plan on any page', async ({
  page,
  request,
}) => {
  const email = `unpaid-${Date.now()}@example.org`;
  for (const path of ['/', '/terms', '/privacy', '/signup']) {
    await page.goto(path);
    await expect(page.getByRole('contentinfo')).toBeVisible();
    const main = (await page.locator('main').innerText()).replace('free of errors', '');
    expect(main, path).not.toMatch(ofPlans);
  }

  await signUp(page, email);
  const verification = await newestMail(request, email, /confirm/i);
  expect(verification.text).not.toMatch(ofPlans);
  await page.goto(linkIn(verification, '/verify-email'));
  await expect(page.getByText('Email Verified Successfully!')).toBeVisible();

  await page.goto('/auth?tab=login');
  await signIn(page, email);
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
});

test('the password rule of length alone is stated in the forms, and accepts a passphrase in lower case', async ({
  page,
}) => {
  await page.goto('/auth');
  const typed = field(page, 'Password');
  await expect(typed).toHaveAccessibleDescription(/^At least 8 characters\. A few words/);
  for (const [password, sentence] of [
    ['herons', 'Password must be at least 8 characters long'],
    ['password1234', 'This password is too common.'],
  ] as const) {
    await fillSignup(page, newAddress(), password);
    await createAccount(page);
    await expect(typed).toHaveAccessibleDescription(new RegExp(sentence));
  }
  await fillSignup(page, newAddress(), 'seven quiet herons wade at dawn');
  await createAccount(page);
  await expect(page.getByText('Account Created!')).toBeVisible();
});
