import type { Page } from '@playwright/test';
import { after, answers, as, keys, openSettings, shown } from '../support/actions.ts';
import { expect, expectNoViolations, inoculum, networks, openAs, reader, test } from '../support/browser.ts';

/** The shelf of a reader who keeps two papers. */
const openShelf = after(
  ...[as(reader), shown('article', inoculum), keys('s', 's'), shown('heading', '1 new paper')],
  (page) => page.getByRole('link', { name: 'Shelf' }).click(),
  shown('article', networks),
);

const row = (page: Page, title: string) => page.getByRole('button', { name: title, exact: true });

test.describe('paper on the shelf', () => {
  test('gets a note and a tag, and is found by them', async ({ page }) => {
    await openShelf(page);
    await row(page, inoculum).click();
    const note = page.getByRole('textbox', { name: /^Note/ });
    await note.fill('**No control** arm <img src=x onerror=alert(1)>');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: `Tag for ${inoculum}` }).click();
    await page.getByLabel('New tag').fill('lab meeting');
    await page.keyboard.press('Enter');
    await page.getByLabel('Show', { exact: true }).selectOption('lab meeting (1)');
    await expect(row(page, networks)).toBeHidden();
    await page.getByLabel('Show', { exact: true }).selectOption('Kept (2)');
    await page.getByLabel('Search your shelf').fill('control');
    await expect(page.getByText('1 match')).toBeVisible();
    await page.reload();
    await expect(row(page, inoculum)).toBeVisible();
    await expectNoViolations(page);
  });

  test('is found by its title, removed, and put back', async ({ page }) => {
    await openShelf(page);
    await page.getByLabel('Search your shelf').fill('inocul');
    await expect(row(page, networks)).toBeHidden();
    await page.getByLabel(`More for ${inoculum}`).click();
    await page.getByRole('button', { name: 'Remove from shelf' }).click();
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await expect(page.getByRole('button', { name: `Undo ${inoculum}` })).toBeHidden();
  });

  test('moves between the lists, alone and with others, and back', async ({ page }) => {
    await openShelf(page);
    await row(page, inoculum).click();
    await answers(page).getByRole('button', { name: 'Read', exact: true }).click();
    await expect(page.getByRole('status').filter({ hasText: /^1 paper/ })).toBeVisible();
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    for (const title of [inoculum, networks]) await page.getByLabel(`Select ${title}`).check();
    const bar = page.getByRole('toolbar', { name: 'Selected papers' });
    await expect(bar).toContainText('2 selected');
    await bar.getByLabel('More for the selected papers').click();
    await bar.getByRole('button', { name: 'Read' }).click();
    await expect(page.getByText('2 papers marked as read.')).toBeVisible();
    await expect(row(page, inoculum)).toBeHidden();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(row(page, inoculum)).toBeVisible();
  });

  test('is deselected by keyboard, and the bar keeps one line on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, reader);
    for (const title of [inoculum, networks]) {
      await row(page, title).click();
      await page.getByRole('dialog').getByRole('button', { name: 'Keep', exact: true }).click();
      await page.keyboard.press('Escape');
    }
    await page.getByRole('link', { name: 'Shelf' }).click();
    await page.getByRole('button', { name: 'Select', exact: true }).click();
    await page.getByLabel(`Select ${inoculum}`).check();
    const bar = page.getByRole('toolbar', { name: 'Selected papers' });
    expect((await bar.boundingBox())!.height).toBeLessThan(60);
    await bar.getByRole('button', { name: 'Clear selection' }).press('Enter');
    await expect(bar).toBeHidden();
  });

  test('is exported in a format that the reader chooses', async ({ page }) => {
    await openShelf(page);
    await page.getByLabel('Export all papers').click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: 'BibTeX', exact: true }).click();
    expect((await download).suggestedFilename()).toBe('litwatch-shelf.bib');
  });
});

test('the reader’s library opens papers from the shelf and from a digest, until it is removed', async ({
  page,
}) => {
  await openShelf(page);
  await openSettings(page);
  await page.getByRole('button', { name: /^Library link/ }).click();
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
  await expect(page.getByText('Library Saved', { exact: true })).toBeVisible();
  await page.goto('/shelf');
  const open = page.getByRole('link', { name: /^Open through your library/ });
  await expect(open.first()).toHaveAttribute('href', /^https:\/\/proxy\.example\.edu\/login\?url=https:/);
  await page.goto('/digests');
  await page.getByRole('link', { name: /Research Digest$/ }).click();
  await row(page, inoculum).click();
  await expect(open.first()).toBeVisible();
  await expectNoViolations(page);
  await openSettings(page);
  await page.getByRole('button', { name: /^Library link/ }).click();
  await form.getByRole('button', { name: 'Remove' }).click();
  await expect(page.getByText('Library Removed', { exact: true })).toBeVisible();
  await page.goto('/shelf');
  await expect(page.getByRole('article', { name: networks })).toBeVisible();
  await expect(open).toHaveCount(0);
});

test('an import adds papers to an empty shelf and lists references not found', async ({ page }) => {
  await openAs(page, {}, '/shelf');
  await page.getByRole('button', { name: 'Import' }).click();
  const dialog = page.getByRole('dialog', { name: 'Import papers' });
  await dialog.getByLabel('References').fill('990001007\n10.1000/not-a-doi');
  await dialog.getByLabel('Tag').fill('seed');
  await dialog.getByRole('button', { name: 'Import' }).click();
  await expect(dialog.getByText('Import complete')).toBeVisible({ timeout: 30_000 });
  await expect(dialog.getByText('1 paper added · 1 not found.')).toBeVisible();
  await expect(dialog.getByText('2. DOI 10.1000/not-a-doi')).toBeVisible();
  await expectNoViolations(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('option', { name: 'seed (1)' })).toBeAttached();
  await expect(page.getByText('Imported')).toBeVisible();
});
