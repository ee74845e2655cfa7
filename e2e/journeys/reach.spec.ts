import type { Page } from '@playwright/test';
import { overflow, staying } from '../screens/narrow.ts';
import type { ReaderSetup } from '../stage/setup.ts';
import { newestDigest, openTopic } from '../support/actions.ts';
import { expect, openAs, test } from '../support/browser.ts';

const reader: ReaderSetup = {
  tier: 'pro',
  terms: [{ term: 'soil microbiome and drought' }],
  digests: ['whole', 'partial'],
};

/** Opens the desk, a digest, a topic and the shelf in turn. */
async function onEveryPage(page: Page, look: (name: string) => Promise<void>): Promise<void> {
  await openAs(page, reader);
  await expect(page.getByRole('heading', { level: 1, name: /new papers/ })).toBeVisible();
  await look('desk');
  await openTopic(page);
  await expect(page.getByRole('heading', { name: 'What came' })).toBeVisible();
  await look('topic');
  await page.goto('/digests');
  await newestDigest(page).click();
  await expect(page.getByRole('heading', { name: 'Research Papers' })).toBeVisible();
  await look('digest');
  await page.goto('/shelf');
  await expect(page.getByRole('heading', { level: 1, name: 'Shelf' })).toBeVisible();
  await look('shelf');
}

test.describe('every page', () => {
  test('scrolls as a whole in a low window, as at 400 % zoom', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 200 });
    await onEveryPage(page, async (name) => {
      expect(await overflow(page), name).toBeNull();
      expect(await staying(page), name).toEqual([]);
    });
  });

  test('shows state and focus in the system’s colors if those are forced', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' });
    await openAs(page, reader);
    const chosen = page.getByRole('button', { name: /^New \d/ });
    const other = page.getByRole('button', { name: /^Kept \d/ });
    const outlineOf = (one: typeof chosen) => one.evaluate((own) => getComputedStyle(own).outlineStyle);
    expect([await outlineOf(chosen), await outlineOf(other)]).toEqual(['solid', 'none']);
    await page.keyboard.press('Tab');
    const outline = await page.evaluate(() => getComputedStyle(document.activeElement!).outlineStyle);
    expect(outline).not.toBe('none');
  });
});

test('a public page describes itself to search engines, home screens and link previews', async ({
  page,
  request,
}) => {
  for (const path of ['/', '/terms', '/privacy']) {
    await page.goto(path);
    const address = await page.locator('link[rel="canonical"]').getAttribute('href');
    expect(new URL(address!).pathname).toBe(path);
    const image = await page.locator('meta[property="og:image"]').getAttribute('content');
    expect((await request.get(new URL(image!).pathname)).headers()['content-type']).toBe('image/png');
  }
  const address = await page.locator('link[rel="manifest"]').getAttribute('href');
  const manifest = await request.get(address!);
  expect(manifest.headers()['content-type']).toContain('application/manifest+json');
  const { icons, start_url }: { icons: { src: string; sizes: string }[]; start_url: string } =
    await manifest.json();
  expect(start_url).toBe('/dashboard');
  for (const { src, sizes } of icons) {
    const icon = await request.get(src);
    expect(icon.status(), src).toBe(200);
    // Bytes 16 to 23 of a PNG are its width and height.
    const body = await icon.body();
    if (src.endsWith('.png')) expect(`${body.readUInt32BE(16)}x${body.readUInt32BE(20)}`, src).toBe(sizes);
  }
  const touch = await page.locator('link[rel="apple-touch-icon"]').getAttribute('href');
  expect((await request.get(touch!)).status()).toBe(200);
});
