import path from 'node:path';
import type { Page } from '@playwright/test';
import { test } from '../support/browser.ts';
import { type ScreenName, screens } from './screens.ts';
import { settled } from './settled.ts';

const folder = path.join(import.meta.dirname, '..', '..', 'test-results', 'screenshots');

const looks = [
  { width: 1280, colorScheme: 'light' },
  { width: 1280, colorScheme: 'dark' },
  { width: 360, colorScheme: 'light' },
  { width: 360, colorScheme: 'dark' },
] as const;

const printed: ScreenName[] = [
  'digest page',
  'digest page, partial',
  'digest page, long texts',
  'landing',
  'terms',
  'privacy',
  'API docs',
];

for (const name of Object.keys(screens) as ScreenName[])
  test(name, async ({ page }) => {
    await screens[name](page);
    // Parts that load last, such as a feature’s; a loading screen waits in vain.
    await page.waitForLoadState('networkidle', { timeout: 3000 }).catch(() => undefined);
    // The page’s faces are optional: the first look, too, has them once the colors have changed.
    await page.emulateMedia({ colorScheme: 'dark' });
    await settled(page, name);
    for (const { width, colorScheme } of looks) {
      await page.setViewportSize({ width, height: width < 640 ? 844 : 900 });
      await page.emulateMedia({ colorScheme });
      await settled(page, name);
      await picture(page, `${name} ${width} ${colorScheme}`);
    }
    if (!printed.includes(name)) return;
    await page.emulateMedia({ media: 'print', colorScheme: 'light' });
    // A4 at 96 dpi.
    await page.setViewportSize({ width: 794, height: 1123 });
    await picture(page, `${name} print`);
    await page.pdf({ path: fileOf(name, 'pdf'), format: 'A4' });
  });

async function picture(page: Page, name: string): Promise<void> {
  // A dialog is pictured in its window, not over the whole page.
  const fullPage = (await page.locator('[role$=dialog]').count()) === 0;
  // Else what sticks would be drawn in the middle of the page.
  if (fullPage) await page.evaluate(() => scrollTo(0, 0));
  await page.screenshot({ path: fileOf(name, 'png'), fullPage, animations: 'disabled' });
}

const fileOf = (name: string, type: string) =>
  path.join(folder, `${name.replaceAll(',', '').replaceAll(' ', '-')}.${type}`);
