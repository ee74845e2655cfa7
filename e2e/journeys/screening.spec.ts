import { expect, test } from '../support/browser.ts';
import { openAs } from '../support/readers.ts';

test.describe('screening', () => {
  test('starts from the topic, takes decisions by keys, undoes them, and estimates what is unread', async ({
    page,
  }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'sleep and memory' }] });
    await page.getByRole('link', { name: 'sleep and memory' }).click();
    await page.getByRole('link', { name: 'Screen', exact: true }).click();
    await page.getByRole('button', { name: 'Start screening' }).click();
    const paper = page.getByRole('article', { name: 'Paper to decide on' });
    const title = paper.getByRole('heading', { level: 2 });
    await expect(title).toBeVisible();
    const first = await title.textContent();
    const read = page.getByRole('progressbar', { name: 'Read' });
    await expect(read).toHaveAttribute('aria-valuetext', /^0 of \d+ read$/);

    await page.keyboard.press('i');
    await expect(page.getByRole('row', { name: 'Included 1' })).toBeVisible();
    await expect(title).not.toHaveText(first!);
    await page.keyboard.press('u');
    await expect(title).toHaveText(first!);
    await expect(page.getByRole('row', { name: 'Included 0' })).toBeVisible();
    await page.getByLabel('Reason, if you exclude it (optional)').fill('Not on people');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: '– Not on people 1' })).toBeVisible();

    await expect(title).not.toHaveText(first!);
    const unsure = await title.textContent();
    await page.keyboard.press('m');
    await page.getByRole('button', { name: 'Read the 1 left open again' }).click();
    await expect(title).toHaveText(unsure!);
    await page.keyboard.press('i');
    await expect(page.getByRole('row', { name: 'Left open 0' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByRole('row', { name: 'Left open 1' })).toBeVisible();
    await page.getByRole('button', { name: 'Go on with the unread papers' }).click();
    await expect(title).not.toHaveText(unsure!);

    await page.getByRole('button', { name: /^Draw \d+ at random/ }).click();
    await expect(paper.getByText('Drawn at random')).toBeVisible();
    await page.getByRole('button', { name: 'End screening' }).click();
    await page.getByRole('button', { name: 'End and delete' }).click();
    await expect(page.getByRole('button', { name: 'Start screening' })).toBeVisible();
  });
});
