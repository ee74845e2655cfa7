import { expect } from '@playwright/test';
import { after, as, down, keys, type Open, pressed, says, shown } from '#e2e/support/actions.ts';
import { openDesk } from './desk.ts';

/** The shelf of a reader who keeps two papers. */
const openShelf = after(
  openDesk,
  keys('s', 's'),
  shown('heading', '1 new paper'),
  (page) => page.getByRole('link', { name: 'Shelf' }).click(),
  says(/^2 papers$/),
);
const empty = as({}, '/shelf');

/** The shelf and its actions. */
export const shelfScreens = {
  shelf: after(openShelf, pressed('Read'), shown('button', /^Undo/)),
  'shelf, selected papers': async (page) => {
    await after(openShelf, pressed('Select'))(page);
    for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check();
    await expect(page.getByRole('toolbar', { name: 'Selected papers' })).toContainText('2 selected');
  },
  'shelf, note and tag': async (page) => {
    await after(openShelf, pressed(/^Tag for/))(page);
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
  'shelf, import': after(empty, pressed('Import'), shown('dialog', 'Import papers')),
  'shelf, import refused': after(
    empty,
    pressed('Import'),
    (page) => page.getByLabel('References').fill('[]'),
    pressed('Import'),
    says('no reference in it could be read'),
  ),
  'shelf, empty': empty,
  'shelf, failed': after(down(/\/api\/shelf\?/), empty, shown('button', 'Try again')),
} satisfies Record<string, Open>;
