import type { Page } from '@playwright/test';
import type { ReaderSetup } from '../stage/setup.ts';
import { proxyError } from '../support/actions.ts';
import { expect, expectToast, test } from '../support/browser.ts';
import { newReader, openAs } from '../support/readers.ts';

const reader: ReaderSetup = { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] };
const inoculum = 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons';

test.describe('Keep on a digest’s page', () => {
  test('puts a paper on the shelf, and removes it again', async ({ page }) => {
    await openAs(page, reader, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    const paper = page.getByRole('group', { name: 'Paper 1' });
    await paper.getByRole('button', { name: 'Keep' }).click();
    await expect(paper.getByRole('button', { name: 'Kept' })).toHaveAttribute('aria-pressed', 'true');
    await page.reload();
    await expect(paper.getByRole('button', { name: 'Kept' })).toHaveAttribute('aria-pressed', 'true');
    await page.getByRole('link', { name: 'Shelf' }).click();
    await expect(page.getByRole('heading', { name: inoculum })).toBeVisible();
    await page.goBack();
    await paper.getByRole('button', { name: 'Kept' }).click();
    await expect(paper.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'false');
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('button', { name: 'Kept 0', exact: true })).toBeVisible();
  });

  test('restores “done” when a paper is no longer kept', async ({ page }) => {
    await openAs(page, reader);
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'Done 1', exact: true })).toBeVisible();
    await page.getByRole('link', { name: 'Digests', exact: true }).click();
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    const paper = page.getByRole('group', { name: 'Paper 1' });
    const saved = () => page.waitForResponse(/\/api\/papers\/\d+\/state/);
    for (const [name, next] of [
      ['Keep', 'Kept'],
      ['Kept', 'Keep'],
    ] as const) {
      const answer = saved();
      await paper.getByRole('button', { name }).click();
      await expect(paper.getByRole('button', { name: next })).toBeVisible();
      expect((await answer).status()).toBe(200);
    }
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('button', { name: 'Done 1', exact: true })).toBeVisible();
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
  });

  test('shows the saved state when two quick presses both fail', async ({ page }) => {
    await openAs(page, reader, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    const paper = page.getByRole('group', { name: 'Paper 1' });
    let lose = () => {};
    const lost = new Promise<void>((done) => {
      lose = done;
    });
    await proxyError(page, '**/api/papers/*/state', lost);
    await paper.getByRole('button', { name: 'Keep' }).click();
    await paper.getByRole('button', { name: 'Kept' }).click();
    const answers = page.waitForEvent('requestfinished', {
      predicate: (asked) => asked.url().endsWith('/state'),
    });
    lose();
    await answers;
    await expectToast(page, 'Answer Not Saved');
    await expect(paper.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'false');
    await page.unrouteAll({ behavior: 'wait' });
    await page.reload();
    await expect(paper.getByRole('button', { name: 'Keep' })).toHaveAttribute('aria-pressed', 'false');
  });
});

test.describe('Keep in a mail', () => {
  const keepLink = (token: string) => `/feedback?token=${token}&verdict=keep`;

  test('asks first, keeps the paper, and undoes it', async ({ page }) => {
    const { feedback } = await openAs(page, reader);
    await page.goto(keepLink(feedback[0]!));
    await expect(page.getByRole('heading', { level: 1, name: 'Keep this paper?' })).toBeVisible();
    await expect(page.getByText('Nothing has changed yet.')).toBeVisible();
    await expect(page.getByText(inoculum)).toBeVisible();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kept on your shelf' })).toBeVisible();
    await page.getByRole('link', { name: 'your shelf' }).click();
    await expect(page.getByRole('heading', { name: inoculum })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByText('It was there already.')).toBeVisible();
  });

  test('keeps a paper without a session, and undoes it', async ({ page }) => {
    const { feedback } = await newReader(reader);
    await page.goto(keepLink(feedback[0]!));
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Keep this paper?' })).toBeVisible();
    await expect(page.getByText('It is no longer kept.')).toBeVisible();
  });

  test('reports a paper that cannot be kept', async ({ page }) => {
    const { feedback } = await newReader(reader);
    await page.goto(keepLink(feedback[0]!));
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Keep this paper?' })).toBeVisible();
  });
});

test.describe('older and newer digests', () =>
  test('open with one press, up to either end', async ({ page }) => {
    await openAs(page, { ...reader, digests: ['whole', 'partial', 'plain'] }, '/digests');
    await page
      .getByRole('link', { name: /Research Digest$/ })
      .first()
      .click();
    const older = page.getByRole('link', { name: /^Older: digest of / });
    const newer = page.getByRole('link', { name: /^Newer: digest of / });
    await expect(older).toBeVisible();
    await expect(newer).toBeHidden();
    const newest = page.url();
    await older.click();
    await expect(page).not.toHaveURL(newest);
    await expect(newer).toBeVisible();
    const middle = page.url();
    await older.press('Enter');
    await expect(page).not.toHaveURL(middle);
    await expect(older).toBeHidden();
    await newer.press('Enter');
    await expect(page).toHaveURL(middle);
    await newer.click();
    await expect(page).toHaveURL(newest);
    await page.goBack();
    await expect(page).toHaveURL(middle);
  }));

test.describe('order of a digest’s papers', () =>
  test('follows evidence or date, also for keys, while each paper keeps its number', async ({ page }) => {
    await openAs(page, reader, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    const papers = page.locator('li[id^=paper-]');
    const numbers = () =>
      papers.evaluateAll((all) => all.map(({ id }) => id.slice('paper-'.length)).join(' '));
    await expect.poll(numbers).toBe('1 2 3');
    await page.getByRole('button', { name: 'Evidence' }).click();
    // A randomized trial, a model, and a paper that states no design.
    await expect.poll(numbers).toBe('1 3 2');
    await page.getByRole('button', { name: 'Newest' }).click();
    await expect.poll(numbers).toBe('3 1 2');
    await page.keyboard.press('j');
    await expect(papers.nth(0)).toBeFocused();
    await page.keyboard.press('j');
    await expect(page.locator('#paper-1')).toBeFocused();
    await page.getByRole('button', { name: 'Best match' }).click();
    await expect.poll(numbers).toBe('1 2 3');
  }));

test.describe('topic of a digest', () =>
  test('shows the aspects stored with its papers, if there are any', async ({ page }) => {
    await openAs(page, { ...reader, digests: ['whole', 'empty'] }, '/digests');
    const digests = page.getByRole('link', { name: /Research Digest$/ });
    await digests.first().click();
    const asked = page.getByRole('region', { name: 'Search Term' });
    await expect(asked.getByRole('term')).toHaveText('Asks for all of');
    await expect(asked.getByRole('definition')).toHaveText(['soil microbiome', 'drought']);
    await page.goBack();
    await digests.last().click();
    await expect(asked).toBeVisible();
    await expect(asked.getByRole('term')).toHaveCount(0);
  }));

test.describe('keyboard of a digest', () => {
  const answers = (page: Page, name: string) =>
    page.getByRole('group', { name: 'Paper 1' }).getByRole('button', { name, exact: true });

  test('answers the focused paper, and undoes each answer', async ({ page }) => {
    await openAs(page, reader, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await expect(answers(page, 'Keep')).toHaveAttribute('aria-keyshortcuts', 's');
    // While no paper has the focus, a key only focuses the first.
    await page.keyboard.press('s');
    await expect(page.locator('#paper-1')).toBeFocused();
    await expect(answers(page, 'Keep')).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('s');
    await expect(answers(page, 'Kept')).toHaveAttribute('aria-pressed', 'true');
    await expect(page.getByText('Kept on your shelf: Paper 1')).toBeAttached();
    // A second press leaves it kept.
    await page.keyboard.press('s');
    await expect(answers(page, 'Kept')).toHaveAttribute('aria-pressed', 'true');
    await answers(page, 'More like this').click();
    await expect(answers(page, 'More like this')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('x');
    await expect(answers(page, 'Not for me')).toHaveAttribute('aria-pressed', 'true');
    await expect(answers(page, 'More like this')).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('j');
    await expect(page.locator('#paper-2')).toBeFocused();
    await page.keyboard.press('u');
    await expect(page.locator('#paper-1')).toBeFocused();
    await expect(answers(page, 'More like this')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('u');
    await expect(answers(page, 'More like this')).toHaveAttribute('aria-pressed', 'false');
    await page.keyboard.press('u');
    await expect(answers(page, 'Keep')).toHaveAttribute('aria-pressed', 'false');
    await expect(page.getByText('Taken back: Paper 1')).toBeAttached();
    await page.reload();
    await expect(answers(page, 'Keep')).toHaveAttribute('aria-pressed', 'false');
  });

  test('lists its keys on request and turns them off, also over the dialog', async ({ page }) => {
    await openAs(page, reader);
    await page.getByRole('button', { name: /Research Digest/ }).click();
    const digest = page.getByRole('dialog', { name: /Research Digest/ });
    await expect(answers(page, 'Keep')).toBeVisible();
    await page.keyboard.press('?');
    const keys = page.getByRole('dialog', { name: 'Keys' });
    await expect(keys.getByRole('term')).toHaveText(['j', 'k', 's', 'x', 'u', 'o', '?']);
    // No paper behind the list gets an answer.
    await page.keyboard.press('s');
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await expect(keys).toBeHidden();
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await expect(answers(page, 'Keep')).toHaveAttribute('aria-pressed', 'false');
    await digest.getByRole('button', { name: 'All keys' }).press('Enter');
    await keys.getByRole('switch', { name: 'Single-key shortcuts' }).press('Space');
    await page.keyboard.press('Escape');
    await page.keyboard.press('j');
    await page.keyboard.press('s');
    await expect(answers(page, 'Kept')).toHaveAttribute('aria-pressed', 'true');
    await page.keyboard.press('Escape');
    await expect(digest).toBeHidden();
  });
});
