import { answers, newestDigest, openDigest } from '../support/actions.ts';
import { expect, openAs, reader, test } from '../support/browser.ts';

const crowded = { ...reader, digests: ['crowded' as const] };

test.describe('list of close matches', () => {
  test('says why a missing paper is missing, opens, shows more on request, and keeps a paper', async ({
    page,
  }) => {
    await openDigest(page, crowded);
    await expect(page.getByText('2 of 15 close matches')).toBeVisible();
    await page.getByLabel('DOI, PMID, preprint number, or title').fill('10.5555/never.was');
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('status').getByText('We know no such paper.')).toBeVisible();
    await page.getByRole('button', { name: 'Show the other 13 close matches' }).click();
    const matches = page.getByRole('list', { name: 'Close matches' });
    await expect(matches.getByRole('listitem')).toHaveCount(10);
    await page.getByRole('button', { name: 'Show more' }).click();
    await expect(matches.getByRole('listitem')).toHaveCount(13);
    await matches.getByRole('button').first().click();
    await answers(page).getByRole('button', { name: 'Keep' }).click();
    await expect(matches.getByRole('button', { name: /^Undo/ })).toBeVisible();
    await page.goto('/shelf');
    await expect(page.getByText('Roots and drought, part 1:').first()).toBeVisible();
  });

  test('opens from the link in the mail', async ({ page }) => {
    await openAs(page, crowded, '/digests');
    const link = await newestDigest(page).getAttribute('href');
    await page.goto(`${link}#close-matches`);
    await expect(page.getByRole('button', { name: /^Roots and drought, part 1:/ })).toBeInViewport();
  });
});
