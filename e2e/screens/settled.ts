import { expect, type Page } from '@playwright/test';
import type { ScreenName } from './screens.ts';

/**
 * The page has its heading, its content and its fonts, and nothing on it changes its look any more. Where the screen
 * is that something is still on its way, the outline is the content.
 */
export async function drawn(page: Page, name: ScreenName): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  if (!name.endsWith('on its way')) await expect(page.locator('[data-outline]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Two frames, so that what was just changed has begun to change its look.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
