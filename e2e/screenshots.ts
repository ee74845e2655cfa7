import path from 'node:path';
import type { Page } from '@playwright/test';
import { test } from './browser.ts';
import { type ScreenName, screens } from './screens.ts';
import { drawn } from './settled.ts';

const folder = path.join(import.meta.dirname, '..', 'test-results', 'screenshots');

/** Drawn at the ends of what is promised, too: 320 px, and a very wide window. */
const alsoAt: ScreenName[] = [
  'landing',
  'sign up',
  'dashboard, every state',
  'dashboard, long texts',
  'digest page',
  'digest',
  'all digests',
  'plans, Free',
  'payment',
];
const printed: ScreenName[] = ['digest page', 'digest page, in part', 'digest page, long texts'];

for (const name of Object.keys(screens) as ScreenName[])
  test(name, async ({ page }) => {
    const widths = alsoAt.includes(name) ? [1280, 2560, 390, 320] : [1280, 390];
    await screens[name](page);
    for (const width of widths)
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
        await page.emulateMedia({ colorScheme });
        await drawn(page, name);
        await picture(page, `${name} ${width} ${colorScheme}`);
      }
    if (!printed.includes(name)) return;
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    // A4 at 96 dots an inch.
    await page.setViewportSize({ width: 794, height: 1123 });
    await picture(page, `${name} print`);
    await page.pdf({ path: fileOf(name, 'pdf'), format: 'A4' });
  });

async function picture(page: Page, name: string): Promise<void> {
  // What lies over the page is seen in the window that it lies over.
  const fullPage = (await page.locator('[role$=dialog]').count()) === 0;
  await page.screenshot({ path: fileOf(name, 'png'), fullPage });
}

const fileOf = (name: string, type: string) =>
  path.join(folder, `${name.replaceAll(',', '').replaceAll(' ', '-')}.${type}`);
