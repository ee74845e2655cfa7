import { AxeBuilder } from '@axe-core/playwright';
import type { Locator, Page } from '@playwright/test';
import { stage, stageDoor } from './addresses.ts';
import { expect, expectToast, linkIn, newestMail, test } from './browser.ts';
import { newReader, newSignUp, openAs } from './readers.ts';
import { fill, password, press, type ScreenName, screens } from './screens.ts';

// Every screen by itself, on as many workers as there are.
test.describe.configure({ mode: 'parallel' });

/** It is left after a second, for the dashboard; the same page waits longer in other states. */
const passing: ScreenName[] = ['payment done'];
/** The notice that the connection is gone may push the page down. */
const moved: ScreenName[] = ['dashboard, offline'];

for (const name of (Object.keys(screens) as ScreenName[]).filter((name) => !passing.includes(name)))
  test(`screen: ${name}`, async ({ page }) => {
    await watchShifts(page);
    await screens[name](page);
    await drawn(page);
    if (!moved.includes(name)) expect(await shifts(page), 'layout shift').toBeLessThanOrEqual(0.02);
    await expectAccessible(page);
    await page.emulateMedia({ colorScheme: 'dark' });
    await drawn(page);
    // The rest is the same in the dark.
    await expectAccessible(page, ['color-contrast']);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScroll(page);
    if (movable.has(name)) {
      await page.reload();
      await drawn(page);
      expect(await shifts(page), 'layout shift on a phone').toBeLessThanOrEqual(0.02);
    }
  });

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

/** The page has its heading and its fonts, and nothing on it changes its look any more. */
async function drawn(page: Page): Promise<void> {
  await expect(page.locator('h1').first()).toBeAttached();
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

/** axe, every rule it has unless some are named: https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md */
async function expectAccessible(page: Page, rules?: string[]): Promise<void> {
  const axe = new AxeBuilder({ page }).setLegacyMode();
  if (rules) axe.withRules(rules);
  else axe.options({ rules: { 'target-size': { enabled: true } } });
  const { violations } = await axe.analyze();
  const told = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
  expect(told, `axe${rules ? ' in the dark' : ''}`).toEqual([]);
}

async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const wide = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return null;
    const guilty = [...document.querySelectorAll('body *')].find(
      (element) => element.getBoundingClientRect().right > clientWidth + 1,
    );
    return `${scrollWidth} px: ${guilty?.outerHTML.slice(0, 200)}`;
  });
  expect(wide, 'wider than 320 px').toBeNull();
}

test.describe('with the keyboard alone', () => {
  test('from the topic to the account and the digest', async ({ page, request }) => {
    const email = `keys-${crypto.randomUUID().slice(0, 8)}@example.org`;
    await page.goto('/');
    await tabTo(page, page.getByLabel('Your research topic'));
    await page.keyboard.type('CRISPR base editing');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/auth');
    await tabTo(page, page.getByLabel('Email', { exact: true }));
    await page.keyboard.type(email);
    for (const label of ['Password', 'Confirm password']) {
      await tabTo(page, page.getByLabel(label, { exact: true }));
      await page.keyboard.type(password);
    }
    for (const name of [/Terms/, /Privacy/]) {
      await tabTo(page, page.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    }
    await tabTo(page, page.getByRole('button', { name: 'Create Account' }));
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();

    await page.goto(linkIn(await newestMail(request, email, /verif|confirm/i), '/verify-email'));
    await tabTo(page, page.getByRole('button', { name: 'Process Search & Continue' }));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/auth');
    await tabTo(page, page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(password);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL('/dashboard');
    await expect(page.getByText('Complete', { exact: true })).toBeVisible({ timeout: 30_000 });
    const opener = page.getByRole('button', { name: /CRISPR base editing" Research Digest/ });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog').getByText('AI Research Summary')).toBeVisible();
  });

  test('a term is reworded, deleted and brought back', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'soil' }, { term: 'sand' }] });
    const edit = page.getByRole('button', { name: 'Edit search term soil' });
    await tabTo(page, edit);
    await page.keyboard.press('Enter');
    await expect(page.getByLabel('Search term', { exact: true })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(edit).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.type('soil and drought');
    await page.keyboard.press('Enter');
    await expectToast(page, 'Search Term Updated');
    await expect(page.getByRole('button', { name: 'Edit search term soil and drought' })).toBeFocused();

    await tabTo(page, page.getByRole('button', { name: 'Delete search term sand' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Search Term Deleted');
    await expect(page.getByRole('heading', { name: 'sand' })).toBeHidden();
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeFocused();
    await page.keyboard.press('F8');
    await tabTo(page, page.getByRole('button', { name: 'Undo' }));
    await page.keyboard.press('Enter');
    await expectToast(page, 'Search Term Restored');
    await expect(page.getByRole('heading', { name: 'sand' })).toBeVisible();
  });

  test('preferences are changed; the last source stays', async ({ page }) => {
    await openAs(page, {});
    const source = (name: string) => page.getByRole('switch', { name, exact: true });
    await tabTo(page, page.getByLabel('Delivery Day'));
    await page.keyboard.type('Fri');
    await expectToast(page, 'Preferences Updated');
    await expect(page.getByLabel('Delivery Day')).toHaveValue('friday');
    for (const name of ['PubMed', 'arXiv']) {
      await tabTo(page, source(name));
      await page.keyboard.press('Space');
      await expect(source(name)).not.toBeChecked();
    }
    await tabTo(page, source('bioRxiv/medRxiv'));
    await page.keyboard.press('Space');
    await expect(page.getByText(/^At least one source has to stay on/)).toBeVisible();
    await expect(source('bioRxiv/medRxiv')).toBeChecked();
    await page.reload();
    await expect(page.getByLabel('Delivery Day')).toHaveValue('friday');
    await expect(source('PubMed')).not.toBeChecked();
  });

  test('a digest is opened, walked through and closed; the focus comes back', async ({ page }) => {
    await openAs(page, { digests: ['whole'] });
    const opener = page.getByRole('button', { name: '"soil microbiome and drought" Research Digest' });
    await tabTo(page, opener);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toBeVisible();
    for (const number of [1, 2, 3, 3]) {
      await page.keyboard.press('j');
      await expect(dialog.locator(`#paper-${number}`)).toBeFocused();
    }
    await page.keyboard.press('k');
    await expect(dialog.locator('#paper-2')).toBeFocused();
    // The focus stays inside, all the way round.
    for (let presses = 0; presses < 40; presses++) {
      await page.keyboard.press('Tab');
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    }
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('button', { name: 'Close', exact: true }));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
  });

  test('the skip link and a change of page lead to the content', async ({ page }) => {
    await openAs(page, {});
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.locator('#content')).toBeFocused();
    await tabTo(page, page.getByRole('banner').getByRole('link', { name: 'Upgrade' }), 'Shift+Tab');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { name: 'Choose your plan' })).toBeVisible();
    await expect(page.locator('#content')).toBeFocused();
  });
});

/** Presses Tab until the control has the focus: what no number of presses reaches is out of reach. */
async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  await expect(control).toBeVisible();
  for (let presses = 0; presses < 80; presses++) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${control} cannot be reached with ${key}.`);
}

test('a digest prints whole, without the controls', async ({ page }) => {
  await screens['digest page'](page);
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await expect(page.getByRole('banner')).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Research Papers' })).toBeVisible();
});

test.describe('consent', () => {
  // Nobody has chosen yet.
  test.use({ storageState: { cookies: [], origins: [] } });

  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
  const kept = (page: Page) =>
    page.evaluate(() => [localStorage.getItem('cookieConsent'), localStorage.getItem('analyticsConsent')]);
  const ran = (page: Page) => page.evaluate(() => 'analyticsRan' in window);
  const told = (page: Page) =>
    page.evaluate(() =>
      (window.dataLayer ?? [])
        .map((entry) => Array.from(entry as ArrayLike<unknown>))
        .filter(([command]) => command === 'event'),
    );

  test('before it no other host is asked for anything', async ({ page }) => {
    const foreign: string[] = [];
    page.on('request', (request) => {
      if (new URL(request.url()).origin !== stage && !request.url().startsWith('data:'))
        foreign.push(`${page.url()} → ${request.url()}`);
    });
    for (const path of [
      '/',
      '/terms',
      '/privacy',
      '/auth',
      '/login',
      '/signup',
      '/unsubscribe',
      '/nowhere',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
    }
    await openAs(page, { terms: [{ term: 'soil' }], digests: ['whole'] });
    await press(page, /Research Digest$/);
    await expect(page.getByRole('dialog')).toBeVisible();
    for (const path of ['/digests', '/subscribe', '/debug-subscription'])
      await page.goto(path, { waitUntil: 'networkidle' });
    expect(foreign).toEqual([]);
  });

  test('the question comes after a second; No deletes what analytics left', async ({ page, context }) => {
    const left = ['_ga', '_ga_X1', '_gid', '_gat_gtag', '_pk_id.1', '_fbp', '_fbc'];
    const others = ['litwatch-other', 'x_ga', '_fbpx'];
    await context.addCookies([...left, ...others].map((name) => ({ name, value: '1', url: stage })));
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1);
    await page.goto('/terms');
    await page.clock.runFor(990);
    await expect(banner(page)).toBeHidden();
    await page.clock.runFor(20);
    await expect(banner(page)).toBeVisible();
    await banner(page).getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(banner(page)).toBeHidden();
    expect(await kept(page)).toEqual(['declined', 'false']);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.sort()).toEqual(others.sort());
    await page.goto('/auth');
    await page.clock.runFor(2000);
    await expect(banner(page)).toBeHidden();
    expect(await ran(page)).toBe(false);
  });

  test('closing it is No', async ({ page }) => {
    await page.goto('/auth');
    await banner(page).getByRole('button', { name: 'Close and decline' }).click();
    expect(await kept(page)).toEqual(['declined', 'false']);
  });

  test('after Yes the script runs, is told paths alone, and never on pages with a token', async ({
    page,
  }) => {
    await page.goto('/auth?tab=login');
    await expect(banner(page)).toBeVisible();
    const script = page.waitForRequest(`${stageDoor}/analytics.js?id=G-TEST`);
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await script;
    expect(await kept(page)).toEqual(['accepted', 'true']);
    await expect.poll(() => ran(page)).toBe(true);
    await expect.poll(async () => (await told(page)).map(([, event]) => event)).toEqual(['page_view']);

    const { email } = await newReader({ digests: ['whole'] });
    await fill(page, 'Email', email);
    await fill(page, 'Password', password);
    await press(page, 'Sign In');
    await expect(page).toHaveURL('/dashboard');
    await fill(page, 'Research topic', 'something private');
    await press(page, 'Add');
    await expectToast(page, 'Search Queued');
    await press(page, /Research Digest$/);
    await expect
      .poll(async () => (await told(page)).map(([, event]) => event))
      .toEqual(['page_view', 'login', 'page_view', 'search_added', 'email_digest_viewed']);
    const all = JSON.stringify(
      await page.evaluate(() => window.dataLayer?.map((entry) => Array.from(entry as ArrayLike<unknown>))),
    );
    expect(all).toContain(`"page_location":"${stage}/dashboard"`);
    expect(all).not.toContain('private');
    expect(all).not.toContain(encodeURIComponent(email));
    expect(all).not.toContain(email);

    for (const path of [
      `/verify-email?token=${(await newSignUp()).token}`,
      '/reset-password?token=any',
      '/unsubscribe?token=any',
      '/cancel-signup?token=any',
    ]) {
      await page.goto(path, { waitUntil: 'networkidle' });
      expect(await ran(page), path).toBe(false);
      expect(await told(page), path).toEqual([]);
    }
  });

  test('the first view is told 500 ms after the start', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('cookieConsent', 'accepted');
      localStorage.setItem('analyticsConsent', 'true');
    });
    await page.clock.install();
    await page.goto('/');
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1);
    await page.goto('/terms');
    await page.clock.runFor(490);
    expect(await told(page)).toEqual([]);
    await page.clock.runFor(20);
    expect(await told(page)).toHaveLength(1);
  });

  test('the choice can be changed at the foot of every page', async ({ page }) => {
    await page.goto('/terms');
    await press(page, 'Cookie Settings');
    const dialog = page.getByRole('dialog', { name: 'Cookie Preferences' });
    const essential = dialog.getByRole('switch', { name: 'Essential cookies' });
    await expect(essential).toBeChecked();
    await expect(essential).toBeDisabled();
    const analytics = dialog.getByRole('switch', { name: 'Analytics cookies' });
    await expect(analytics).not.toBeChecked();
    await analytics.check();
    const reloaded = page.waitForEvent('load');
    await dialog.getByRole('button', { name: 'Save Preferences' }).click();
    await reloaded;
    expect(await kept(page)).toEqual(['accepted', 'true']);
    await expect.poll(() => ran(page)).toBe(true);
    await press(page, 'Cookie Settings');
    await expect(analytics).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await kept(page)).toEqual(['accepted', 'true']);
  });
});
