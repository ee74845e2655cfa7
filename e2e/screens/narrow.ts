import type { Page } from '@playwright/test';

/** The first element that is wider than the window; null if everything fits. */
export const overflow = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const widest = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return `${scrollWidth} px: ${widest?.outerHTML.slice(0, 200)}`;
  });

/** Elements that stay in place while the page scrolls, and would cover a low window. */
export const staying = (page: Page, within = 'body') =>
  page.locator(`${within} *`).evaluateAll((all) =>
    all.flatMap((element) => {
      const { position } = getComputedStyle(element);
      const { width, height } = element.getBoundingClientRect();
      // The notification area is empty until there is a notification.
      const isEmpty = element.childElementCount === 0 && !element.textContent;
      const stays = (position === 'sticky' || position === 'fixed') && width > 1 && height > 1 && !isEmpty;
      return stays ? [element.outerHTML.slice(0, 120)] : [];
    }),
  );
