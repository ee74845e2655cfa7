import type { Page } from '@playwright/test';
import { stage, stageControl } from '../servers/servers.ts';
import { password } from '../support/accountForms.ts';
import { fill, press } from '../support/actions.ts';
import { expect, expectToast, newReader, newSignUp, openAs, test } from '../support/browser.ts';

test.describe.configure({ mode: 'parallel' });

test.describe('cookie consent', () => {
  // No choice stored yet.
  test.use({ declinesCookies: false });

  const banner = (page: Page) => page.getByRole('region', { name: 'Cookies' });
  const storedChoice = (page: Page) =>
    page.evaluate(() => [localStorage.getItem('cookieConsent'), localStorage.getItem('analyticsConsent')]);
  const analyticsRan = (page: Page) => page.evaluate(() => 'analyticsRan' in window);
  const events = (page: Page) =>
    page.evaluate(() =>
      (window.dataLayer ?? [])
        .map((entry) => Array.from(entry as ArrayLike<unknown>))
        .filter(([command]) => command === 'event'),
    );

  test('sends no request to another host before consent', async ({ page }) => {
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

  test('asks after one second, and deletes analytics cookies on Decline', async ({ page, context }) => {
    const left = ['_ga', '_ga_X1', '_gid', '_gat_gtag', '_pk_id.1', '_fbp', '_fbc'];
    const others = ['litwatch-other', 'x_ga', '_fbpx'];
    await context.addCookies([...left, ...others].map((name) => ({ name, value: '1', url: stage })));
    await page.clock.install();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // A minute ahead: on a busy machine the page's clock moves on while it is read.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.goto('/terms');
    await page.clock.runFor(990);
    await expect(banner(page)).toBeHidden();
    await page.clock.runFor(20);
    await expect(banner(page)).toBeVisible();
    await banner(page).getByRole('button', { name: 'Decline', exact: true }).click();
    await expect(banner(page)).toBeHidden();
    expect(await storedChoice(page)).toEqual(['declined', 'false']);
    const names = (await context.cookies()).map(({ name }) => name);
    expect(names.sort()).toEqual(others.sort());
    await page.goto('/auth');
    await page.clock.runFor(2000);
    await expect(banner(page)).toBeHidden();
    expect(await analyticsRan(page)).toBe(false);
  });

  test('treats closing the banner as Decline', async ({ page }) => {
    await page.goto('/auth');
    await banner(page).getByRole('button', { name: 'Close and decline' }).click();
    expect(await storedChoice(page)).toEqual(['declined', 'false']);
  });

  test('runs analytics after Accept, tells it paths only, and skips pages with a token', async ({ page }) => {
    await page.goto('/auth?tab=login');
    await expect(banner(page)).toBeVisible();
    const script = page.waitForRequest(`${stageControl}/analytics.js?id=G-TEST`);
    await banner(page).getByRole('button', { name: 'Accept' }).click();
    await script;
    expect(await storedChoice(page)).toEqual(['accepted', 'true']);
    await expect.poll(() => analyticsRan(page)).toBe(true);
    await expect.poll(async () => (await events(page)).map(([, event]) => event)).toEqual(['page_view']);

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
      .poll(async () => (await events(page)).map(([, event]) => event))
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
      expect(await analyticsRan(page), path).toBe(false);
      expect(await events(page), path).toEqual([]);
    }
  });

  test('reports the first page view after 500 ms', async ({ page }) => {
    await page.addInitScript(() => {
      localStorage.setItem('cookieConsent', 'accepted');
      localStorage.setItem('analyticsConsent', 'true');
    });
    await page.clock.install();
    await page.goto('/');
    // A minute ahead: on a busy machine the page's clock moves on while it is read.
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000);
    await page.goto('/terms');
    await page.clock.runFor(490);
    expect(await events(page)).toEqual([]);
    await page.clock.runFor(20);
    expect(await events(page)).toHaveLength(1);
  });

  test('changes the choice from the footer of every page', async ({ page }) => {
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
    expect(await storedChoice(page)).toEqual(['accepted', 'true']);
    await expect.poll(() => analyticsRan(page)).toBe(true);
    await press(page, 'Cookie Settings');
    await expect(analytics).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    expect(await storedChoice(page)).toEqual(['accepted', 'true']);
  });
});
