import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import type { ReaderSetup } from '../stage/setup.ts';
import { openMoreSettings } from '../support/actions.ts';
import { expect, expectToast, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';

const reader: ReaderSetup = { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] };
const inoculum = 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons';
const networks = 'Fungi before bacteria: the order in which soil networks recover from drought';

/** The shelf of a reader who keeps two papers. */
async function openShelf(page: Page): Promise<void> {
  await openAs(page, reader);
  await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
  await page.keyboard.press('s');
  await page.keyboard.press('s');
  await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
  await page.getByRole('link', { name: 'Shelf' }).click();
  await expect(page.getByRole('heading', { name: networks })).toBeVisible();
}

test.describe('paper on the shelf', () => {
  test('gets a note and a tag, and is found by them', async ({ page }) => {
    await openShelf(page);
    await page.getByRole('button', { name: `Add a note on ${inoculum}` }).click();
    const note = page.getByRole('textbox', { name: /^Note/ });
    await note.fill('**No control** arm, see [the site](https://example.org/) <img src=x onerror=alert(1)>');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Close note' }).click();
    await expect(page.locator('strong', { hasText: 'No control' })).toBeVisible();
    await expect(page.getByRole('link', { name: 'the site' })).toHaveAttribute('rel', /noopener/);
    await expect(page.getByText('<img src=x')).toBeVisible();
    await page.getByRole('button', { name: `Tag for ${inoculum}` }).click();
    await page.getByLabel('New tag').fill('lab meeting');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: 'lab meeting 1' }).click();
    await expect(page.getByRole('heading', { name: networks })).toBeHidden();
    await page.getByRole('link', { name: /^Kept/ }).click();
    await page.getByLabel('Search your shelf').fill('control');
    await expect(page.getByText('1 match')).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: inoculum })).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
  });

  test('moves between the lists, alone and with others, and back', async ({ page }) => {
    await openShelf(page);
    await page.getByRole('button', { name: `Done ${inoculum}` }).click();
    await expect(page.getByRole('link', { name: 'Done 1' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /^1 paper/ })).toBeVisible();
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await expect(page.getByRole('link', { name: 'Done 0' })).toBeVisible();
    for (const title of [inoculum, networks]) await page.getByLabel(`Select ${title}`).check();
    const bar = page.getByRole('toolbar', { name: 'Selected papers' });
    await expect(bar).toContainText('2 selected');
    await bar.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByText('2 papers marked as done.')).toBeVisible();
    await expect(page.getByRole('heading', { name: inoculum })).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: inoculum })).toBeVisible();
  });

  test('is selected in a bar of one line, or two on a phone, and deselected by keyboard', async ({
    page,
  }) => {
    await openShelf(page);
    for (const title of [inoculum, networks]) await page.getByLabel(`Select ${title}`).check();
    const bar = page.getByRole('toolbar', { name: 'Selected papers' });
    const linesOf = () =>
      bar
        .getByRole('button')
        .evaluateAll(
          (buttons) =>
            new Set(
              buttons
                .filter((button) => button.checkVisibility())
                .map((button) => Math.round(button.getBoundingClientRect().top)),
            ).size,
        );
    await page.setViewportSize({ width: 1280, height: 800 });
    await expect.poll(linesOf).toBe(1);
    await expect(bar.getByRole('button', { name: 'Remove' })).toBeVisible();
    await page.setViewportSize({ width: 360, height: 740 });
    await expect.poll(linesOf).toBe(2);
    await expect(bar.getByRole('button', { name: 'Remove' })).toBeHidden();
    await bar.getByRole('button', { name: 'More' }).press('Enter');
    await expect(bar.getByRole('button', { name: 'Remove' })).toBeVisible();
    await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(bar).toBeHidden();
  });

  test('is exported in a format that the reader chooses', async ({ page }) => {
    await openShelf(page);
    await page.getByLabel('Export all papers').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'BibTeX' }).click();
    expect((await download).suggestedFilename()).toBe('litwatch-shelf.bib');
  });
});

test.describe('reader’s library', () =>
  test('opens papers from the shelf and from a digest, until it is removed', async ({ page }) => {
    await openShelf(page);
    await page.goto('/dashboard');
    await openMoreSettings(page);
    const form = page.getByRole('form', { name: 'Your library' });
    await form.getByLabel('Your library’s link').fill('proxy.example.edu');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(form.getByText('Please enter an address that begins with https://.')).toBeVisible();
    await form.getByLabel('Your library’s link').fill('https://proxy.example.edu/login?url=');
    await expect(form.getByRole('link', { name: /Watson and Crick/ })).toHaveAttribute(
      'href',
      'https://proxy.example.edu/login?url=https://doi.org/10.1038/171737a0',
    );
    await form.getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Library Saved');
    await page.getByRole('link', { name: 'Shelf' }).click();
    const open = page.getByRole('link', { name: /^Open through your library/ });
    await expect(open.first()).toHaveAttribute('href', /^https:\/\/proxy\.example\.edu\/login\?url=https:/);
    await page.goto('/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await expect(open.first()).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await page.goto('/dashboard');
    await openMoreSettings(page);
    await form.getByRole('button', { name: 'Remove' }).click();
    await expectToast(page, 'Library Removed');
    await page.goto('/shelf');
    await expect(page.getByRole('heading', { name: networks })).toBeVisible();
    await expect(open).toHaveCount(0);
  }));

test.describe('import', () => {
  test('adds papers to an empty shelf and lists references not found', async ({ page }) => {
    await openAs(page, {}, '/shelf');
    await page.getByRole('button', { name: 'Import' }).click();
    const dialog = page.getByRole('dialog', { name: 'Import papers' });
    await dialog.getByLabel('References').fill('990001007\n10.1000/not-a-doi');
    await dialog.getByLabel('Tag').fill('seed');
    await dialog.getByRole('button', { name: 'Import' }).click();
    await expect(dialog.getByText('Import complete')).toBeVisible({ timeout: 30_000 });
    await expect(dialog.getByText('1 paper added · 1 not found.')).toBeVisible();
    await expect(dialog.getByText('2. DOI 10.1000/not-a-doi')).toBeVisible();
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('link', { name: 'seed 1' })).toBeVisible();
    await expect(page.getByText('Imported')).toBeVisible();
  });

  test('explains in a sentence what it cannot read', async ({ page }) => {
    await openAs(page, {}, '/shelf');
    await page.getByRole('button', { name: 'Import' }).click();
    await page.getByLabel('References').fill('[]');
    await page.getByRole('button', { name: 'Import' }).click();
    await expect(
      page.getByText('This looks like CSL-JSON, but no reference in it could be read.'),
    ).toBeVisible();
  });
});
