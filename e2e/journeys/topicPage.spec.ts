import { openTopic } from '../support/actions.ts';
import { expect, openAs, test } from '../support/browser.ts';

test.describe('topic page', () => {
  test('opens from the topic, draws its weeks, and pauses it', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'sleep and memory' }] });
    await page.getByRole('link', { name: 'sleep and memory' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'sleep and memory' })).toBeVisible();
    await expect(page.getByText(/close match(es)?, \d+ sent/)).toBeVisible();
    await page.getByText('More', { exact: true }).click();
    await expect(page.getByRole('table', { name: 'Close matches a week' }).getByRole('row')).toHaveCount(13);

    // Pause and Resume are one button, so that a second press undoes the first.
    const pause = page.getByRole('button', { name: /^(Pause|Resume)/ });
    const heading = page.getByRole('heading', { level: 1 });
    const place = async () => {
      const [button, title] = [(await pause.boundingBox())!, (await heading.boundingBox())!];
      return [button.x - title.x, button.y - title.y];
    };
    const before = await place();
    await pause.click();
    await expect(page.getByText('Inactive', { exact: true })).toBeVisible();
    await expect(pause).toBeFocused();
    expect(await place()).toEqual(before);
    await pause.click();
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
  });

  test('asks before it changes the topic by a chip or deletes it, and closes its menu on Escape', async ({
    page,
  }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'sleep and memory' }] });
    await page.getByRole('link', { name: 'sleep and memory' }).click();
    await page.getByRole('button', { name: /^memory/ }).press('Enter');
    await page.getByRole('button', { name: 'Remove', exact: true }).press('Enter');
    await expect(page.getByText('Search for “sleep” instead?')).toBeVisible();
    await page.getByRole('button', { name: 'Keep as it was' }).click();
    await expect(page.getByText('instead?')).toHaveCount(0);
    // The role of a summary differs between versions of Chromium.
    const more = page.getByLabel('More actions');
    await more.click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Delete' })).toBeHidden();
    await expect(more).toBeFocused();
    await more.click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'sleep and memory' })).toBeVisible();
    await more.click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No search terms in queue yet')).toBeVisible();
  });

  test('pauses until a day by keyboard alone, and clears the day', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'sleep and memory' }] });
    await page.getByRole('link', { name: 'sleep and memory' }).click();
    await page.getByRole('button', { name: 'Pause' }).press('Enter');
    await expect(page.getByText(/until you resume it\.$/).first()).toBeVisible();
    const day = page.getByLabel('Resume automatically on');
    await day.fill(new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10));
    await day.press('Enter');
    await expect(page.getByText(/until it resumes automatically on \w{3} \d/)).toBeVisible();
    await page.reload();
    await expect(page.getByText(/until it resumes automatically on \w{3} \d/)).toBeVisible();
    await page.getByRole('button', { name: 'No set day' }).press('Enter');
    await expect(page.getByText(/until you resume it\.$/).first()).toBeVisible();
    await page.getByRole('button', { name: 'Resume' }).press('Enter');
    await expect(page.getByText('Active', { exact: true })).toBeVisible();
  });

  test('leads to its past digests, three at a time', async ({ page }) => {
    await openAs(page, {
      tier: 'pro',
      terms: [{ term: 'soil microbiome and drought' }],
      digests: ['crowded', 'partial', 'whole', 'empty'],
    });
    await openTopic(page);
    const past = page.getByRole('region', { name: 'Digests' });
    await expect(past.getByText('1 to 3 of 4')).toBeVisible();
    await expect(past.getByRole('listitem').first()).toContainText('of 15 close matches');
    await expect(past.getByRole('button', { name: 'Newer' })).toBeDisabled();
    await past.getByRole('button', { name: 'Older' }).click();
    await expect(past.getByText('Nothing new')).toBeVisible();
    await past.getByRole('button', { name: 'Newer' }).click();
    await past
      .getByRole('link', { name: /^Digest of/ })
      .first()
      .click();
    await expect(page.getByRole('heading', { level: 1, name: /Research Digest$/ })).toBeVisible();
  });

  test('reports a topic that does not exist', async ({ page }) => {
    await openAs(page, {}, '/topics/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('heading', { name: 'There is no such topic' })).toBeVisible();
  });
});
