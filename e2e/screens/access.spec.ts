import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { cookiesDeclined } from '../support/addresses.ts';
import { expect, test } from '../support/browser.ts';
import { type ScreenName, screens } from './screens.ts';
import { drawn } from './settled.ts';

// Several screens in each test: a browser that has the scripts already opens the next screen in half the time.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** It is left after a second, for the dashboard; the same page waits longer in other states. */
const passing: ScreenName[] = ['payment done'];
/** The notice that the connection is gone may push the page down. */
const moved: ScreenName[] = ['dashboard, offline', 'sign in, offline'];
/** A mail stands in a frame that lets no script in, nor that of the check. */
const framed: ScreenName[] = ['mailbox, a mail'];
const perTest = 9;

const names = (Object.keys(screens) as ScreenName[]).filter(
  (name) => ![...passing, ...framed].includes(name),
);
for (let at = 0; at < names.length; at += perTest) {
  const some = names.slice(at, at + perTest);
  test(`screens: ${some.join(' · ')}`, async ({ context }) => {
    for (const name of some)
      await test.step(name, async () => {
        // As a visitor who comes for the first time.
        await context.setStorageState(cookiesDeclined);
        const page = await context.newPage();
        await expectFit(page, name);
        await context.setOffline(false);
        await page.close();
      });
  });
}

/** For every reader: axe, light and dark; 320 px wide; nothing moves by itself. */
async function expectFit(page: Page, name: ScreenName): Promise<void> {
  const told = (what: string) => `${name}: ${what}`;
  await watchShifts(page);
  await screens[name](page);
  await drawn(page, name);
  if (!moved.includes(name)) expect.soft(await shifts(page), told('layout shift')).toBeLessThanOrEqual(0.02);
  expect.soft(await violations(page), told('axe')).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await drawn(page, name);
  // The rest is the same in the dark.
  expect.soft(await violations(page, ['color-contrast']), told('axe in the dark')).toEqual([]);
  // 640 px is a window of 1280 at 200 %.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect.soft(await tooWide(page), told(`wider than ${width} px`)).toBeNull();
  }
  if (!movable.has(name)) return;
  await page.reload();
  await drawn(page, name);
  expect.soft(await shifts(page), told('layout shift on a phone')).toBeLessThanOrEqual(0.02);
}

/** Screens that a reload brings back, so that they can be loaded at another width. */
const movable = new Set<ScreenName>([
  'landing',
  'terms',
  'privacy',
  'no page',
  'sign up',
  'sign in',
  'forgotten password',
  'older sign in',
  'older sign up',
  'reset password',
  'verification refused',
  'dashboard, empty',
  'dashboard, every state',
  'dashboard, many',
  'dashboard, long texts',
  'digest page',
  'all digests',
  'plans, Pro',
  'payment',
  'payment done, no word yet',
  'fix subscription',
  'unsubscribe, asked',
  'unsubscribed at once',
]);

/** Sums what the browser calls layout shift while nothing is touched: https://web.dev/articles/cls */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen = window as unknown as { shifted: number };
    seen.shifted = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number;
        hadRecentInput: boolean;
      })[])
        if (!entry.hadRecentInput) seen.shifted += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });

const shifts = (page: Page): Promise<number> =>
  page.evaluate(() => (window as unknown as { shifted: number }).shifted);

/** axe, every rule it has unless some are named: https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
async function violations(page: Page, rules?: string[]): Promise<string[]> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  axe.options({
    resultTypes: ['violations'],
    ...(rules ? { runOnly: rules } : { rules: { 'target-size': { enabled: true } } }),
  });
  const found = (await axe.analyze()).violations;
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
}

/** What does not fit the window; null when all does. */
const tooWide = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const guilty = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return `${scrollWidth} px: ${guilty?.outerHTML.slice(0, 200)}`;
  });

test('a digest prints whole, without the controls', async ({ page }) => {
  await screens['digest page'](page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Research Papers' })).toBeVisible();
});

test('nothing moves for who asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await screens['a message'](page);
  await screens.digest(page);
  const moving = await page.evaluate(() =>
    [...document.querySelectorAll('*')]
      .flatMap((element) => [null, '::before', '::after'].map((part) => getComputedStyle(element, part)))
      .filter(({ animationDuration, animationName, transitionDuration }) =>
        [animationName === 'none' ? '0s' : animationDuration, transitionDuration].some((times) =>
          times.split(',').some((time) => Number.parseFloat(time) > 0.001),
        ),
      )
      .map(({ animation, transition }) => `${animation} / ${transition}`),
  );
  expect(moving).toEqual([]);
});
