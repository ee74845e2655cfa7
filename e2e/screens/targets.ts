import type { Page } from '@playwright/test';

/** Pixels each way that a control needs for a mouse, and for a finger. */
export const leastTarget = { fine: 24, coarse: 44 };

/** Makes the page behave as on a touch screen, as `hasTouch` does for a new page. */
export async function touch(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true });
  await page.waitForFunction(() => matchMedia('(pointer: coarse)').matches);
}

/**
 * Controls whose target is smaller than `least` pixels in width or height, each with its size. The target includes the
 * control's label and anything drawn over it, such as a card that opens it. Links inside a sentence are exempt:
 * https://www.w3.org/WAI/WCAG22/Understanding/target-size-minimum.html
 */
export const smallTargets = (page: Page, least: number): Promise<string[]> =>
  page.evaluate((least) => {
    type Control = HTMLElement & { labels?: NodeListOf<HTMLElement> };
    const controls = document.querySelectorAll<Control>(
      'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [tabindex="0"]',
    );
    const isShown = (control: Control) => {
      const { width, height } = control.getBoundingClientRect();
      return (
        width > 1 &&
        height > 1 &&
        control.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
        !control.matches(':disabled') &&
        !control.closest('[aria-hidden="true"], [inert]')
      );
    };
    /** A link, or a button drawn as one, with other words before or after it on its line. */
    const isInText = (control: Control) => {
      if (getComputedStyle(control).display !== 'inline') return false;
      let block = control.parentElement!;
      while (getComputedStyle(block).display === 'inline') block = block.parentElement!;
      return block.textContent!.trim().length > control.textContent!.trim().length;
    };
    /** Scrolls to the control and tests the points half of `least` from its middle to each side. */
    const isHitAround = (control: Control, parts: HTMLElement[]) => {
      control.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
      const { left, top, width, height } = control.getBoundingClientRect();
      const reach = least / 2 - 1;
      const [x, y] = [left + width / 2, top + height / 2];
      return [
        [x, y - reach],
        [x, y + reach],
        ...(width < least
          ? [
              [x - reach, y],
              [x + reach, y],
            ]
          : []),
      ].every(([x, y]) => {
        const hit = document.elementFromPoint(x!, y!);
        return parts.some((part) => part.contains(hit));
      });
    };
    return [...controls].filter(isShown).flatMap((control) => {
      const parts = [control, ...(control.labels ?? [])];
      const boxes = parts.map((part) => part.getBoundingClientRect()).filter(({ width }) => width > 1);
      const width = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left));
      const height = Math.max(...boxes.map((box) => box.height));
      // The browser's rounding can lose half a pixel.
      const fits = width > least - 0.5 && height > least - 0.5;
      if (fits || isInText(control) || isHitAround(control, parts)) return [];
      return [`${Math.round(width)}x${Math.round(height)} ${control.outerHTML.slice(0, 160)}`];
    });
  }, least);
