import type { Page } from '@playwright/test';
import { expect, firstVisit, test, violations } from '../support/browser.ts';
import { blockStorage, translate } from '../support/otherBrowsers.ts';
import { overflow, staying } from './narrow.ts';
import { type ScreenName, screens } from './screens.ts';
import { settled } from './settled.ts';
import { leastTarget, smallTargets, touch } from './targets.ts';
import cases from './texts.json' with { type: 'json' };

// Several screens in each test: a browser that has the scripts cached opens the next screen in half the time.
test.describe.configure({ mode: 'parallel', timeout: 180_000 });

/** Leaves for the dashboard after a second. Another state of the page is checked. */
const redirecting: ScreenName[] = ['payment success'];
/** The mail is in a frame that allows no scripts, axe's included. */
const framed: ScreenName[] = ['mailbox, one mail'];
/** Steps that differ from those around them by a figure alone, and a digest in a dialog that has the parts of its page. */
const alike: ScreenName[] = ['search, 30%', 'search, 60%', 'digest, partial'];
/** Of each page that is not among the reloadable screens, one, to be shown without storage. */
const others: ScreenName[] = ['settings', 'shelf', 'topic page', 'desk, answered', 'begin from papers'];
const screensPerTest = 7;

const names = (Object.keys(screens) as ScreenName[]).filter(
  (name) => ![...redirecting, ...framed, ...alike].includes(name),
);
test.describe('screens', () => {
  for (let at = 0; at < names.length; at += screensPerTest) {
    const some = names.slice(at, at + screensPerTest);
    test(`show their texts, and are accessible: ${some.join(' · ')}`, async ({ context }) => {
      for (const name of some)
        await test.step(name, async () => {
          const page = await firstVisit(context);
          await expectAccessible(page, name);
          await context.setOffline(false);
          await page.close();
          if (reloadable.has(name) || others.includes(name))
            await expectUsable(await context.newPage(), name);
        });
    });
  }

  for (const name of redirecting)
    test(`show their texts before they leave: ${name}`, async ({ page }) => {
      await screens[name](page);
      await expectTexts(page, name);
    });

  test('prints a whole digest without its controls', async ({ page }) => {
    await screens['digest page'](page);
    await page.emulateMedia({ media: 'print' });
    await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
    await expect(page.getByRole('banner')).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Research Papers' })).toBeVisible();
  });

  test('moves nothing for readers who prefer reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await screens.notification(page);
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
});

/**
 * Checks the promised texts, runs axe in light and dark, checks that 320 px are wide enough and that nothing shifts without
 * input, and has the page translated.
 */
async function expectAccessible(page: Page, name: ScreenName): Promise<void> {
  const label = (what: string) => `${name}: ${what}`;
  await watchShifts(page);
  await screens[name](page);
  await expectTexts(page, name);
  await settled(page, name);
  await expectStill(page, label('layout shift'));
  expect.soft(await smallTargets(page, leastTarget.fine), label('too small for a mouse')).toEqual([]);
  expect
    .soft(await violations(page, { rules: { 'target-size': { enabled: true } } }), label('axe'))
    .toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  await settled(page, name);
  // Only colors differ in dark mode.
  expect.soft(await violations(page, { runOnly: ['color-contrast'] }), label('axe in the dark')).toEqual([]);
  // 640 px is a window of 1280 px at 200 % zoom.
  for (const width of [640, 320]) {
    await page.setViewportSize({ width, height: 640 });
    expect.soft(await overflow(page), label(`wider than ${width} px`)).toBeNull();
  }
  if (await page.locator('[role$=dialog]').count()) await expectReadable(page, label('at 400 % zoom'));
  if (reloadable.has(name)) {
    await page.reload();
    await settled(page, name);
    await expectStill(page, label('layout shift on a phone'));
  }
  await page.setViewportSize({ width: 360, height: 740 });
  await touch(page);
  expect.soft(await smallTargets(page, leastTarget.coarse), label('too small for a finger')).toEqual([]);
  // Last, because it changes the page. Errors on the console fail the test, as React's about lost texts would.
  await translate(page);
  await page.setViewportSize({ width: 1280, height: 720 });
}

/** Texts that the product promises, by screen. */
const promised: Partial<Record<ScreenName, readonly string[]>> = cases.promised;

/** Checks that every text promised for the screen is visible on it. */
async function expectTexts(page: Page, screen: ScreenName): Promise<void> {
  for (const text of promised[screen] ?? []) await expect(textOn(page, text), text).toBeVisible();
}

/** A text in the page, or as the placeholder of an empty field. */
const textOn = (page: Page, text: string) =>
  page.getByText(text).or(page.getByPlaceholder(text)).filter({ visible: true }).first();

/** Expects that a dialog shows text in a low window, whatever stays in place while the page scrolls. */
async function expectReadable(page: Page, label: string): Promise<void> {
  await page.setViewportSize({ width: 320, height: 256 });
  expect.soft(await staying(page, '[role$=dialog]'), label).toEqual([]);
  expect.soft(await overflow(page), label).toBeNull();
  const dialog = page.locator('[role$=dialog]').last();
  const line = dialog.locator('p, label, dd, li').filter({ visible: true }).first();
  await line.evaluate((own) => own.scrollIntoView());
  await expect.soft(line, label).toBeInViewport({ ratio: 0.2 });
}

/** Shows a page without storage. One of its states is enough: all storage is read by `web/api/storage.ts`. */
async function expectUsable(page: Page, name: ScreenName): Promise<void> {
  await blockStorage(page);
  await screens[name](page);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await expectTexts(page, name);
  await page.close();
}

/** Screens that a reload shows again, so that they can be loaded at another width. */
const reloadable = new Set<ScreenName>([
  'landing',
  'terms',
  'privacy',
  'unknown page',
  'sign up',
  'sign in',
  'forgotten password',
  'sign in, older page',
  'sign up, older page',
  'reset password',
  'verification, invalid token',
  'dashboard, empty',
  'dashboard, every state',
  'dashboard, many topics',
  'dashboard, long texts',
  'digest page',
  'all digests',
  'plans, Pro',
  'payment',
  'payment success, unconfirmed',
  'fix subscription',
  'unsubscribe, choice',
  'unsubscribed, deleted topic',
]);

/**
 * Sums the browser's layout shifts without user input: https://web.dev/articles/cls. The effect of an action may come later
 * than the half second that browsers allow for it, so shifts before the first action are also summed separately.
 */
const watchShifts = (page: Page) =>
  page.addInitScript(() => {
    const seen: Shifts = { loading: 0, inAll: 0, moved: [] };
    let hasActed = false;
    for (const kind of ['pointerdown', 'keydown'])
      addEventListener(kind, () => {
        hasActed = true;
      });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShift[]) {
        if (entry.hadRecentInput) continue;
        seen.inAll += entry.value;
        if (!hasActed) seen.loading += entry.value;
        for (const { node, previousRect, currentRect } of entry.sources)
          seen.moved.push(
            `${entry.value.toFixed(4)}: ${node?.nodeName} “${node?.textContent?.slice(0, 60)}”, ${JSON.stringify(previousRect)} to ${JSON.stringify(currentRect)}`,
          );
      }
    }).observe({ type: 'layout-shift', buffered: true });
    Object.assign(window, { shifts: seen });
  });

async function expectStill(page: Page, label: string): Promise<void> {
  const { loading, inAll, moved } = await page.evaluate(
    () => (window as unknown as { shifts: Shifts }).shifts,
  );
  const what = moved.map((line) => `\n  ${line}`).join('');
  expect.soft(loading, `${label}, while it loads${what}`).toBeLessThan(0.01);
  expect.soft(inAll, `${label}, in all${what}`).toBeLessThan(0.01);
}

/** Layout shifts without user input: sums, and which elements moved from where to where. */
interface Shifts {
  loading: number;
  inAll: number;
  moved: string[];
}

/** https://developer.mozilla.org/en-US/docs/Web/API/LayoutShift */
interface LayoutShift extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}
