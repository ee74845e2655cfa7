import type { Page } from '@playwright/test';
import type { ReaderSetup } from '../stage/setup.ts';
import { openTopic } from '../support/actions.ts';
import { expect, expectToast, test } from '../support/browser.ts';
import { newReader, openAs } from '../support/readers.ts';

const topic = 'soil microbiome and drought';
const reader: ReaderSetup = { terms: [{ term: topic }], digests: ['whole'] };
const inoculum = 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons';
const networks = 'Fungi before bacteria: the order in which soil networks recover from drought';

const openDigest = (page: Page) => page.getByRole('button', { name: /Research Digest$/ }).click();
const button = (page: Page, paper: number, name: string) =>
  page.getByRole('group', { name: `Paper ${paper}`, exact: true }).getByRole('button', { name });
const expectNotification = async (page: Page, title: string) =>
  expect(page.getByText(title, { exact: true }).first()).toBeVisible();

test.describe('feedback on a digest', () => {
  test('saves and undoes feedback in the digest dialog', async ({ page }) => {
    await openAs(page, reader);
    await openTopic(page);
    await expect(page.getByRole('button', { name: /^Filters and schedule/ })).toBeVisible();
    await expect(page.getByRole('button', { name: /^Learned from/ })).toBeHidden();
    await openDigest(page);
    await button(page, 1, 'More like this').click();
    await expect(button(page, 1, 'More like this')).toHaveAttribute('aria-pressed', 'true');
    await expectNotification(page, 'Feedback Saved');
    await expectNotification(page, `Papers like this will rank higher in your next digest on “${topic}.”`);
    await button(page, 2, 'Not for me').click();
    await expectNotification(page, `Papers like this will rank lower in your next digest on “${topic}.”`);
    await button(page, 3, 'More like this').click();
    await button(page, 3, 'Not for me').click();
    await expect(button(page, 3, 'More like this')).toHaveAttribute('aria-pressed', 'false');
    await expect(button(page, 3, 'Not for me')).toHaveAttribute('aria-pressed', 'true');
    await button(page, 3, 'Not for me').click();
    await expectNotification(page, 'Feedback Removed');
    await page.getByRole('dialog').getByRole('button', { name: 'Close', exact: true }).click();
    await expect(
      page.getByRole('button', { name: /^Learned from 1 paper you liked, 1 you did not/ }),
    ).toBeVisible();

    await page.reload();
    await openDigest(page);
    await expect(button(page, 1, 'More like this')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(page, 2, 'Not for me')).toHaveAttribute('aria-pressed', 'true');
    await expect(button(page, 3, 'Not for me')).toHaveAttribute('aria-pressed', 'false');
  });

  test('saves feedback by keyboard on the digest page, and reverts it on failure', async ({ page }) => {
    await openAs(page, reader, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await button(page, 2, 'More like this').press('Space');
    await expectToast(page, 'Feedback Saved', /rank higher/);
    await expect(button(page, 2, 'More like this')).toBeFocused();
    await page.context().setOffline(true);
    await button(page, 2, 'Not for me').press('Enter');
    await expectToast(page, 'Feedback Not Saved', /could not be reached/);
    await expect(button(page, 2, 'More like this')).toHaveAttribute('aria-pressed', 'true');
    await page.context().setOffline(false);
  });

  test('offers no feedback when the topic was deleted', async ({ page }) => {
    await openAs(page, { digests: ['whole'] });
    await openDigest(page);
    await expect(page.getByRole('heading', { name: inoculum })).toBeVisible();
    await expect(page.getByRole('button', { name: 'More like this' })).toHaveCount(0);
  });

  test('lists a topic’s feedback, undoes one paper, and forgets all', async ({ page }) => {
    await openAs(page, { ...reader, judged: ['more', 'less', 'more'] });
    await openTopic(page);
    const line = page.getByRole('button', { name: /^Learned from/ });
    await expect(line).toHaveText(/^Learned from 2 papers you liked, 1 you did not/);
    await line.click();
    const dialog = page.getByRole('dialog', { name: /learned from/ });
    const judged = dialog.getByRole('list', { name: 'Papers with feedback' });
    await expect(judged.getByRole('listitem')).toHaveCount(3);
    await expect(judged.getByRole('listitem').filter({ hasText: networks })).toContainText('Not for me');
    await dialog.getByRole('button', { name: `Remove feedback on ${networks}` }).click();
    await expect(judged.getByRole('listitem')).toHaveCount(2);
    await expect(dialog.getByRole('button', { name: /^Remove feedback/ }).last()).toBeFocused();

    await dialog.getByRole('button', { name: 'Remove all' }).click();
    const question = page.getByRole('alertdialog');
    await question.getByRole('button', { name: 'Keep it' }).click();
    await expect(judged.getByRole('listitem')).toHaveCount(2);
    await dialog.getByRole('button', { name: 'Remove all' }).click();
    await question.getByRole('button', { name: 'Remove all' }).click();
    await expect(dialog.getByText(/^No feedback left/)).toBeVisible();
    await dialog.getByRole('button', { name: 'Close', exact: true }).click();
    await expect(line).toBeHidden();
    await expect(page.getByRole('button', { name: `Edit search term ${topic}` })).toBeFocused();
    await openDigest(page);
    await expect(button(page, 1, 'More like this')).toHaveAttribute('aria-pressed', 'false');
  });

  test('shows what a topic has learned, keeps a phrase, and inverts it', async ({ page }) => {
    await openAs(page, { ...reader, judged: ['more', 'less', 'more'] });
    await openTopic(page);
    await page.getByRole('button', { name: /^Learned from/ }).click();
    const learned = page.getByRole('region', { name: 'What it has learned' });
    await expect(learned.getByText(/rank higher or lower/)).toBeVisible();
    const keep = learned.getByRole('button', { name: /^Keep / }).first();
    const phrase = (await keep.getAttribute('aria-label'))!.replace('Keep ', '');
    await keep.click();
    await expect(learned.getByRole('button', { name: `Do not keep ${phrase}`, exact: true })).toBeVisible();
    await learned.getByRole('button', { name: `Want less of ${phrase}`, exact: true }).click();
    await expect(learned.getByRole('button', { name: `Want more of ${phrase}`, exact: true })).toBeVisible();
    await learned.getByRole('button', { name: `Do not learn from ${phrase}`, exact: true }).click();
    await expect(
      learned.getByRole('button', { name: `Learn from ${phrase} again`, exact: true }),
    ).toBeVisible();
    await learned.getByRole('button', { name: 'Rank this week without it' }).click();
    await expect(learned.getByText(/this week|last seven days/i).first()).toBeVisible();
  });
});

test.describe('feedback link of a mail', () => {
  test('saves feedback only on a button press, and undoes it, without a session', async ({ page }) => {
    const { feedback } = await newReader(reader);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.method()));
    await page.goto(`/feedback?token=${feedback[0]}&verdict=more`);
    await expect(page.getByRole('heading', { name: 'More like this?' })).toBeVisible();
    await expect(page.getByText(inoculum)).toBeVisible();
    await expect(page.getByText(/^Nothing has changed yet/)).toBeVisible();
    expect(new URL(page.url()).searchParams.has('token'), 'a token in the address bar').toBe(false);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'More like this?' })).toBeVisible();
    expect(new Set(asked)).toEqual(new Set(['GET']));

    await page.getByRole('button', { name: 'More like this' }).click();
    await expect(page.getByRole('heading', { name: 'You asked for more like this' })).toBeVisible();
    await expect(page.getByRole('status').filter({ hasText: /rank higher/ })).toContainText(topic);
    await page.getByRole('button', { name: 'Not for me' }).click();
    await expect(page.getByRole('heading', { name: 'You asked for less like this' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByRole('heading', { name: 'Feedback removed' })).toBeVisible();
    await page.goto(`/feedback?token=${feedback[0]}&verdict=more`);
    await expect(page.getByText(/^Nothing has changed yet/)).toBeVisible();
  });

  test('shows saved feedback, and counts a double click once', async ({ page }) => {
    const { feedback } = await newReader({ ...reader, judged: ['more'] });
    await page.goto(`/feedback?token=${feedback[0]}&verdict=more`);
    await expect(page.getByRole('heading', { name: 'You asked for more like this' })).toBeVisible();
    await page.goto(`/feedback?token=${feedback[1]}&verdict=less`);
    await page.getByRole('button', { name: 'Not for me' }).dblclick();
    await expect(page.getByRole('heading', { name: 'You asked for less like this' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  });
});
