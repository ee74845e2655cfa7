import { expect } from '@playwright/test';
import { type Open, typeIn } from '#e2e/support/actions.ts';
import { openAs } from '#e2e/support/readers.ts';

/** A topic's page, and how a typed topic is understood. */
export const topicScreens = {
  'topic page': async (page) => {
    await openTopic(page, true);
    await expect(page.getByText(/close match(es)?, \d+ sent/)).toBeVisible();
  },
  'topic page, paused': async (page) => {
    await openTopic(page, false);
    await expect(page.getByRole('button', { name: 'Resume' })).toBeVisible();
  },
  'begin from papers': async (page) => {
    await openAs(page, {}, '/follow');
    await expect(page.getByRole('button', { name: 'Import' })).toBeVisible();
  },
  'proposed topics': async (page) => {
    await proposeTopics(page);
    await page.getByRole('button', { name: /^Rename/ }).click();
  },
  'topic understood': async (page) => {
    await openAs(page, {});
    await typeIn(page, 'Research topic', 'randomized trials of sleep AND (memory OR EEG) NOT mice');
    await page
      .getByRole('region', { name: 'Understood as' })
      .getByRole('button', { name: /^sleep/ })
      .click();
  },
  'topic not understood': async (page) => {
    await openAs(page, {});
    await typeIn(page, 'Research topic', 'xqzzy AND (flurb');
    await expect(page.getByText(/No paper of the last year has/).last()).toBeVisible();
  },
} satisfies Record<string, Open>;

async function openTopic(page: Parameters<Open>[0], isActive: boolean): Promise<void> {
  await openAs(page, { tier: 'pro', terms: [{ term: 'sleep and memory', isActive }] });
  await page.getByRole('link', { name: 'sleep and memory' }).first().click();
  await expect(page.getByRole('heading', { name: 'What came' })).toBeVisible();
}

async function proposeTopics(page: Parameters<Open>[0]): Promise<void> {
  await openAs(page, {}, '/follow');
  await typeIn(page, 'References', '990001007\n990001014\n10.1000/not-a-doi');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: /^Propose topics from/ }).click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeVisible();
}
