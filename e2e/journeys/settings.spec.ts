import type { Page } from '@playwright/test';
import type { ReaderSetup } from '../stage/setup.ts';
import { openTopic, says } from '../support/actions.ts';
import { expect, expectToast, openAs, test } from '../support/browser.ts';

const terms = [{ term: 'sleep and memory' }, { term: 'soil and drought' }];
const part = (page: Page) => page.getByRole('region', { name: 'Filters and schedule', exact: true });
const opener = (page: Page) => part(page).getByRole('button', { name: /^Change/ });
const openTopicOf = async (page: Page, setup: ReaderSetup) => {
  await openAs(page, setup);
  await openTopic(page, 'sleep and memory');
};

test.describe('filters and schedule', () => {
  test('sets filters and a schedule for a Team reader, and moves the next digest', async ({ page }) => {
    await openTopicOf(page, { tier: 'team', terms });
    await opener(page).press('Enter');
    await expect(part(page).getByText(/Next digest: Sun \d+ \w+ \d{4}, 7:00\sAM/)).toBeVisible();

    const without = part(page).getByLabel('Must not contain', { exact: true }).and(page.getByRole('textbox'));
    await without.fill('  mouse ');
    await without.press('Enter');
    await without.fill('rat');
    await without.press('Enter');
    await part(page).getByRole('button', { name: 'Remove rat' }).press('Enter');
    await expect(part(page).getByRole('button', { name: 'Remove mouse' })).toBeFocused();
    await part(page).getByLabel('Trials').check();
    await part(page).getByLabel('Reviews').check();
    await part(page)
      .getByLabel(/^Minimum relevance/)
      .fill('0.4');
    await expect(part(page).getByLabel('Minimum relevance: 40% or more')).toBeVisible();

    await part(page).getByLabel('How often').selectOption('Every other week');
    await part(page).getByLabel('Day', { exact: true }).selectOption('Tuesday');
    await part(page).getByLabel('Hour').selectOption('6');
    const said = await part(page)
      .getByText(/Next digest: Tue/)
      .textContent();
    await part(page).getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Search Term Updated', /apply from the next digest/);
    await expect(opener(page)).toBeFocused();

    await says('Only trials and reviews, without “mouse”, of 40% relevance or more.')(page);
    await expect(part(page).getByText('Every other Tuesday at 6:00\u00a0AM, UTC.')).toBeVisible();
    const day = Number(/Tue (\d+)/.exec(said!)![1]);
    const moment = await page
      .getByText(/^Next digest/)
      .locator('time')
      .getAttribute('datetime');
    expect(new Date(moment!).getUTCDate()).toBe(day);
    expect(moment).toContain('T06:00:00');

    await page.reload();
    await opener(page).click();
    await expect(part(page).getByRole('button', { name: 'Remove mouse' })).toBeVisible();
    await expect(part(page).getByLabel('Trials')).toBeChecked();
    await expect(part(page).getByLabel('Preprints')).not.toBeChecked();
    await expect(part(page).getByLabel('How often')).toHaveValue('fortnightly');
    await expect(part(page).getByLabel('Day', { exact: true })).toHaveValue('tuesday');

    await part(page).getByLabel('How often').selectOption('usual');
    await part(page).getByRole('button', { name: 'Save' }).click();
    await expect(part(page).getByText('Every other Tuesday')).toBeHidden();
    await expect(part(page).getByText(/^Only trials/)).toBeVisible();
  });

  test('saves a word typed without Enter, and rejects one that cannot be searched', async ({ page }) => {
    await openTopicOf(page, { tier: 'pro', terms });
    await opener(page).click();
    await part(page).getByRole('textbox', { name: 'Must contain' }).fill('slow waves');
    await part(page).getByRole('button', { name: 'Save' }).click();
    await expect(part(page).getByText('Only papers with “slow waves”.')).toBeVisible();

    await opener(page).click();
    await part(page).getByRole('textbox', { name: 'Must not contain' }).fill('!!');
    await page.keyboard.press('Enter');
    await part(page).getByRole('button', { name: 'Save' }).click();
    await expect(part(page).getByRole('alert')).toHaveText(
      '“!!” cannot be searched for. Please enter a word or a short phrase.',
    );
    await page.keyboard.press('Escape');
    await expect(opener(page)).toBeFocused();
  });

  test('gives a Pro reader filters, and explains which plan has the schedule', { tag: '@plans' }, async ({
    page,
  }) => {
    await openTopicOf(page, { tier: 'pro', terms });
    await opener(page).click();
    await says('Custom delivery schedules are part of Research Team.')(page);
    await expect(part(page).getByLabel('How often')).toHaveCount(0);
    await expect(part(page).getByText(/^Would have kept (\d+) of \1 last week/)).toBeVisible();
    await part(page).getByLabel('Trials').check();
    await expect(part(page).getByText(/^Would have kept 1 of \d+ last week/)).toBeVisible();
    await part(page).getByRole('link', { name: 'Upgrade to Team' }).click();
    await expect(page.getByRole('heading', { name: 'Choose your plan' })).toBeVisible();
  });

  test('tells a Free reader once what the plans add, and shows no form', { tag: '@plans' }, async ({
    page,
  }) => {
    await openTopicOf(page, { terms: terms.slice(0, 1) });
    await opener(page).click();
    await says(/^Advanced filtering is part of Research Pro and Research Team\. Custom delivery/)(page);
    await expect(part(page).getByRole('link', { name: 'Upgrade' })).toHaveCount(1);
    await expect(part(page).locator('input, select')).toHaveCount(0);
    await part(page).getByRole('button', { name: 'Close' }).click();
    await expect(opener(page)).toBeFocused();
  });

  test('adds the reader’s plan to mails to support', { tag: '@plans' }, async ({ page }) => {
    await openAs(page, { tier: 'team', terms });
    const support = page.getByRole('contentinfo').getByRole('link', { name: 'Support' });
    await expect(support).toHaveAttribute('href', /^mailto:[^?]+\?subject=%5BTeam%5D%20Question$/);
    await page.goto('/subscribe');
    await expect(page.getByRole('link', { name: 'Contact support' })).toHaveAttribute('href', /%5BTeam%5D/);
  });
});
