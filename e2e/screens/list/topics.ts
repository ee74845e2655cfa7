import { expect } from '@playwright/test';
import { after, as, type Open, pressed, says, shown, typeIn } from '#e2e/support/actions.ts';
import { openAs } from '#e2e/support/readers.ts';

/** A topic's page, and how a typed topic is understood. */
export const topicScreens = {
  'topic page': after(pageOf(true), says(/close match(es)?, \d+ sent/)),
  'topic page, paused': after(pageOf(false), shown('button', 'Resume')),
  'begin from papers': after(as({}, '/follow'), shown('button', 'Import')),
  'proposed topics': after(proposeTopics, pressed(/^Rename/)),
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

function pageOf(isActive: boolean): Open {
  const reader = as({ tier: 'pro', terms: [{ term: 'sleep and memory', isActive }] });
  const open: Open = (page) => page.getByRole('link', { name: 'sleep and memory' }).first().click();
  return after(reader, open, shown('heading', 'What came'));
}

async function proposeTopics(page: Parameters<Open>[0]): Promise<void> {
  await openAs(page, {}, '/follow');
  await typeIn(page, 'References', '990001007\n990001014\n10.1000/not-a-doi');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: /^Propose topics from/ }).click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeVisible();
}
