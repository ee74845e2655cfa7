import { readFile } from 'node:fs/promises';
import type { Download, Page } from '@playwright/test';
import { stage } from '../servers/servers.ts';
import { openDigest, openSettings, press } from '../support/actions.ts';
import { expect, newestMail, newReader, openAs, test } from '../support/browser.ts';

const openLine = async (page: Page, name: string) => {
  await page.goto('/settings');
  await page.getByRole('button', { name: new RegExp(`^${name}`) }).click();
};
const shown = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true });
const textOf = async (download: Download) => readFile(await download.path(), 'utf8');

test.describe('reader', () => {
  test('creates, copies, uses and revokes an API token', async ({ page, context, request }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openAs(page, { terms: [{ term: 'sleep and memory' }] });
    await openLine(page, 'API tokens');

    await press(page, 'Create token');
    await expect(page.getByLabel('Token name')).toHaveAccessibleDescription(/name/i);
    await page.getByLabel('Token name').fill('lab notebook');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Copy it now. It is shown only once.')).toBeVisible();
    await press(page, 'Copy: Token lab notebook');
    await expect(page.getByRole('button', { name: 'Copied: Token lab notebook' })).toBeVisible();
    const token = await page.evaluate(() => navigator.clipboard.readText());
    expect(token).toBe(await shown(page, 'Token lab notebook').inputValue());
    // On plain http there is no clipboard, and the older way copies.
    await page.evaluate(async () => {
      await navigator.clipboard.writeText('nothing');
      Object.defineProperty(navigator, 'clipboard', { value: undefined });
    });
    await press(page, 'Copied: Token lab notebook');
    await page.getByLabel('Token name').press('ControlOrMeta+V');
    await expect(page.getByLabel('Token name')).toHaveValue(token);

    const me = () => request.get(`${stage}/api/auth/me`, { headers: { authorization: `Bearer ${token}` } });
    expect((await me()).status()).toBe(200);

    await openLine(page, 'API tokens');
    await expect(page.getByText('lab notebook', { exact: true })).toBeVisible();
    await expect(page.getByText(/^Used /)).toBeVisible();
    await expect(page.locator('body')).not.toContainText(token);
    await press(page, 'Revoke token lab notebook');
    await expect(page.getByText('Token Revoked', { exact: true })).toBeVisible();
    await expect(page.getByText('lab notebook', { exact: true })).toBeHidden();
    expect((await me()).status()).toBe(401);
  });

  test('creates, renews and revokes the address of a feed', async ({ page, request }) => {
    await openAs(page, { terms: [{ term: 'sleep and memory' }], digests: ['whole'] });
    await openLine(page, 'Feeds');
    await press(page, 'Create feed addresses');
    const first = await shown(page, 'All topics').inputValue();
    await expect(shown(page, 'sleep and memory')).toHaveValue(/\.atom\?term=/);
    const feed = await request.get(first);
    expect(feed.headers()['content-type']).toBe('application/atom+xml; charset=utf-8');
    expect(await feed.text()).toContain('A drought-adapted soil inoculum');

    await press(page, 'Replace the addresses');
    await expect(shown(page, 'All topics')).not.toHaveValue(first);
    const second = await shown(page, 'All topics').inputValue();
    expect((await request.get(first)).status()).toBe(404);
    expect((await request.get(second)).status()).toBe(200);

    await openLine(page, 'Feeds');
    await expect(page.getByText(/For safety the addresses are not stored/)).toBeVisible();
    await press(page, 'Turn off feeds');
    await expect(page.getByRole('button', { name: 'Create feed addresses' })).toBeVisible();
    expect((await request.get(second)).status()).toBe(404);
  });

  test('exports citations of all papers, and of one', async ({ page }) => {
    await openDigest(page, { digests: ['whole'] });
    const save = async (menu: string, name: string) => {
      const downloading = page.waitForEvent('download');
      await page.getByLabel(menu).click();
      await page.getByRole('link', { name, exact: true }).click();
      return downloading;
    };
    const all = 'More for this digest';
    const ris = await save(all, 'Export as RIS');
    expect(ris.suggestedFilename()).toBe('litwatch.ris');
    expect((await textOf(ris)).match(/^TY {2}- /gm)).toHaveLength(3);
    expect(await textOf(await save(all, 'Export as BibTeX'))).toMatch(/^@article\{/m);
    expect(JSON.parse(await textOf(await save(all, 'Export as CSL-JSON')))).toHaveLength(3);

    await page.getByRole('button', { name: /^Fungi before bacteria/ }).click();
    const one = await save('More for Fungi before bacteria', 'Export as RIS');
    expect(await textOf(one)).toContain('Fungi before bacteria');
    expect((await textOf(one)).match(/^TY {2}- /gm)).toHaveLength(1);
  });

  test('downloads all data as one file, and gets a mail about it', async ({ page, request }) => {
    const { email } = await openAs(page, { terms: [{ term: 'sleep and memory' }], digests: ['whole'] });
    await openSettings(page);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: /^Download your data/ }).click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe('litwatch-data.json');
    const { searchTerms, digests } = JSON.parse(await textOf(download));
    expect([searchTerms.length, digests.length]).toEqual([1, 1]);
    const { text } = await newestMail(request, email, /copy of your Litwatch data was downloaded/);
    expect(text).toContain('with Chrome on');
  });
});

test.describe('unsubscribe link of a mail', () => {
  test('asks before stopping one topic, and undoes it', async ({ page }) => {
    const { unsubscribe } = await newReader({ terms: [{ term: 'sleep and memory' }] });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1`);
    await expect(page.getByText(/^Nothing has changed yet/)).toBeVisible();
    await press(page, 'Unsubscribe from this topic');
    await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
    await expect(page.getByText(/unsubscribed from digests on “sleep and memory”\.$/)).toBeVisible();
    await press(page, 'Undo: keep sending');
    await expect(page.getByText('You will keep receiving digests on “sleep and memory”.')).toBeVisible();
  });

  test('asks until when before pausing one topic, by keyboard alone, and undoes it', async ({ page }) => {
    const { unsubscribe } = await newReader({ terms: [{ term: 'sleep and memory' }] });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1&pause=1`);
    await expect(page.getByText(/^Nothing has changed yet/)).toBeVisible();
    const day = page.getByLabel(/^Resume automatically on/);
    await day.fill(inAMonth());
    await day.press('Enter');
    await expect(page.getByRole('heading', { name: 'Topic paused' })).toBeVisible();
    await expect(
      page.getByText(/^Nothing is searched or mailed for “sleep and memory” until \w{3} /),
    ).toBeVisible();
    await page.getByRole('button', { name: 'Undo: resume now' }).press('Enter');
    await expect(page.getByText('You will keep receiving digests on “sleep and memory”.')).toBeVisible();
  });

  test('stops all digests, and undoes it', async ({ page }) => {
    const { unsubscribe } = await newReader({ terms: [{ term: 'sleep and memory' }] });
    // As mail programs without one-click support open the List-Unsubscribe address.
    await page.goto(`/api/unsubscribe/${unsubscribe.topic}`);
    await expect(page).toHaveURL(/\/unsubscribe/);
    await press(page, 'Unsubscribe from all digests');
    await expect(page.getByText(/unsubscribed from all digests/)).toBeVisible();
    await press(page, 'Undo: keep sending');
    await expect(page.getByText('Your digests are on again.')).toBeVisible();
  });
});

const inAMonth = (): string => new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10);
