import { expect, type Page } from '@playwright/test';
import { as, type Open, press, proxyError } from '#e2e/support/actions.ts';
import { openAs } from '#e2e/support/readers.ts';
import { openDesk } from './desk.ts';

/** The shelf of a reader who keeps two papers. */
async function openShelf(page: Page): Promise<void> {
  await openDesk(page);
  for (const _ of ['first', 'second']) await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
  await page.getByRole('link', { name: 'Shelf' }).click();
  await expect(page.getByText('2 papers', { exact: true })).toBeVisible();
}

/** The shelf and its actions. */
export const shelfScreens = {
  shelf: async (page) => {
    await openShelf(page);
    await press(page, 'Read');
    await expect(page.getByRole('button', { name: /^Undo/ })).toBeVisible();
  },
  'shelf, selected papers': async (page) => {
    await openShelf(page);
    await press(page, 'Select');
    for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check();
    await expect(page.getByRole('toolbar', { name: 'Selected papers' })).toContainText('2 selected');
  },
  'shelf, note and tag': async (page) => {
    await openShelf(page);
    await press(page, /^Tag for/);
    await page.getByLabel('New tag').fill('lab meeting');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'lab meeting (1)' })).toBeAttached();
    await page.getByRole('textbox', { name: /^Note/ }).fill('**No control** arm.');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  },
  'shelf, filters': async (page) => {
    await openShelf(page);
    await page.getByLabel('Search your shelf').fill('zebrafish');
    await expect(page.getByText('0 matches', { exact: true })).toBeVisible();
  },
  'shelf, import': async (page) => {
    await openAs(page, {}, '/shelf');
    await press(page, 'Import');
    await expect(page.getByRole('dialog', { name: 'Import papers' })).toBeVisible();
  },
  'shelf, import refused': async (page) => {
    await openAs(page, {}, '/shelf');
    await press(page, 'Import');
    await page.getByLabel('References').fill('[]');
    await press(page, 'Import');
    await expect(page.getByText('no reference in it could be read')).toBeVisible();
  },
  'shelf, empty': as({}, '/shelf'),
  'shelf, failed': async (page) => {
    await proxyError(page, /\/api\/shelf\?/);
    await openAs(page, {}, '/shelf');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
} satisfies Record<string, Open>;
