import type { Page } from '@playwright/test';
import { hasPlans } from '../servers/servers.ts';
import { createAccount, fillSignup, typeTopic } from '../support/accountForms.ts';
import { newestDigest } from '../support/actions.ts';
import { expect, linkIn, newestMail } from '../support/browser.ts';
import { testOn } from '../support/ownServer.ts';

const test = testOn('demo');
// As on a first visit, with the banner.
test.use({ declinesCookies: false });

test('the demo edition turns a topic into a ranked digest in the inbox and on the dashboard', async ({
  page,
  request,
}) => {
  const email = `journey-${Date.now()}@example.org`;
  const counted = await countSteps(page);

  await typeTopic(page, 'CRISPR base editing');
  await expect(page).toHaveURL(/\/auth/);
  await expect(page.getByText('Ready to search')).toBeVisible();
  await fillSignup(page, email);
  await createAccount(page);
  await expect(page.getByText('Account Created!')).toBeVisible();

  const verification = await newestMail(request, email, /verif|confirm/i);
  await page.goto(linkIn(verification, '/verify-email'));
  await expect(page.getByText('Email Verified Successfully!')).toBeVisible();
  await page.getByRole('button', { name: 'Process Search & Continue' }).click();
  await expect(page.getByRole('dialog').getByText('Check your email for the research digest!')).toBeVisible();

  // This browser signed up, so the link signs it in.
  await expect(page).toHaveURL(/\/dashboard/);
  await expect(page.getByText(hasPlans ? 'Search Terms: 1/1' : 'Search Terms: 1/∞')).toBeVisible();
  await expect(page.getByText('All papers here are invented')).toBeVisible();
  await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
  // Its papers come in by themselves.
  await expect(page.getByRole('heading', { name: /^\d+ new papers?/ })).toBeVisible();
  await expect(page.getByRole('article').first()).toBeVisible();
  // With the link of the mail, which is opened here by its address.
  expect(counted.clicks + 1).toBeLessThanOrEqual(6);
  expect(counted.texts.size).toBeLessThanOrEqual(4);

  const digest = await newestMail(request, email, /CRISPR base editing/);
  expect(digest.text).toMatch(/base edit/i);

  await page
    .getByRole('button', { name: /CRISPR base editing.*Research Digest|Research Digest/i })
    .first()
    .click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('AI Research Summary')).toBeVisible();
  await expect(dialog.getByText('Research Papers')).toBeVisible();
  await expect(dialog.getByText(/Relevance/i).first()).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();

  await page.goto('/digests');
  await newestDigest(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Research Digest$/ })).toBeVisible();
});

/** Counts presses and typed fields on all pages that follow. A form that is sent by Enter presses its button. */
async function countSteps(page: Page) {
  const counted = { clicks: 0, texts: new Set<string>() };
  await page.exposeFunction('counted', (field: string) => {
    if (field) counted.texts.add(field);
    else counted.clicks += 1;
  });
  await page.addInitScript(() => {
    const tell: (field: string) => void = (field) => Reflect.get(window, 'counted')(field);
    addEventListener('click', () => tell(''), true);
    addEventListener('input', ({ target }) => {
      if (target instanceof HTMLInputElement && target.type !== 'checkbox') tell(target.id || target.name);
    });
  });
  return counted;
}
