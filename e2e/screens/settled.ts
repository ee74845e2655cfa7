import { expect, type Page } from '@playwright/test';
import type { ScreenName } from './screens.ts';

/**
 * Waits until the page has its heading, content and fonts, and every animation has ended. On a loading screen the
 * placeholder outline counts as content.
 */
export async function settled(page: Page, name: ScreenName): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
  if (!name.endsWith('loading')) await expect(page.locator('[data-outline]')).toHaveCount(0);
  await page.evaluate(async () => {
    await document.fonts.ready;
    // Two frames, so that transitions of the latest change have started.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    const ending = document
      .getAnimations()
      .filter(({ effect }) => effect?.getTiming().iterations !== Number.POSITIVE_INFINITY);
    await Promise.allSettled(ending.map(({ finished }) => finished));
  });
}
