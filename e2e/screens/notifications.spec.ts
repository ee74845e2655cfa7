import type { Page } from '@playwright/test';
import { password } from '../support/accountForms.ts';
import { after, as, down, fill, type Open, press, to } from '../support/actions.ts';
import { expect, expectToast, firstVisit, openAs, test } from '../support/browser.ts';
import texts from './notifications.json' with { type: 'json' };

const failing = (path: string, act: Open) => after(down(path), act);
const offline = (act: Open) => after((page) => page.context().setOffline(true), act);
const form =
  (fields: Record<string, string>, button: string | RegExp): Open =>
  async (page) => {
    for (const [label, value] of Object.entries(fields)) await fill(page, label, value);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await press(page, button);
  };
const email = 'nobody@example.org';
const topic = async (page: Page) => {
  await fill(page, 'Research topic', 'a new topic');
  await page.keyboard.press('Enter');
};
const fullPlan = (next: string) => async (page: Page) => {
  await topic(page);
  await expect(page).toHaveURL(`/subscribe?tier=${next}`);
  expect(await page.evaluate(() => sessionStorage.getItem('pendingSearch'))).toBe('a new topic');
};
const remove = (page: Page) => press(page, /^Delete search term/);
const reword = (save: Open) => async (page: Page) => {
  await press(page, /^Edit/);
  await fill(page, 'Search term', 'another topic');
  await save(page);
};
const save = (page: Page) => press(page, 'Save');
const resendTooOften = async (page: Page) => {
  for (let times = 0; times < 3; times++) {
    const answer = page.waitForResponse('**/api/resend-email');
    await press(page, /^Resend/);
    await answer;
    await expectToast(page, 'Email Resent');
  }
  await press(page, /^Resend/);
};
const account = { Email: email, Password: password, 'Confirm password': password };
const signIn = form({ Email: email, Password: password }, 'Sign In');
const signUp = form(account, 'Create Account');
const olderSignUp = form({ ...account, 'Research field': 'Soil science' }, 'Sign Up');
const askForReset = form({ Email: email }, 'Send Reset Link');
const reset = form({ 'New Password': password, 'Confirm New Password': password }, 'Reset Password');
const subscribe = form({ 'ZIP code': '10115' }, /^Subscribe for/);
/** The payment provider's script fails without a reason. */
const withBrokenScript: Open = async (page) => {
  await page.addInitScript(() => {
    let open: ((key: string) => object) | undefined;
    const broken = (key: string) => ({ ...open!(key), confirmCardPayment: async () => ({ error: {} }) });
    Object.defineProperty(window, 'Stripe', {
      get: () => open && broken,
      set: (given) => {
        open = given;
      },
    });
  });
  await openAs(page, {}, '/payment?tier=pro&email={email}');
};
const follower = (count: number, tier: 'free' | 'pro' | 'team' = 'free') =>
  as({ tier, terms: Array.from({ length: count }, (_, at) => ({ term: `topic ${at + 1}` })) });
const signing = '/auth?tab=login';
const debug = as({}, '/debug-subscription');

const notifications: Record<keyof typeof texts, [Open, Open]> = {
  'a search is queued': [as({}), topic],
  'the Free plan is full': [follower(1), fullPlan('pro')],
  'the Pro plan is full': [follower(5, 'pro'), fullPlan('team')],
  'the Team plan is full': [follower(10, 'team'), topic],
  'a search fails with no message': [as({}), failing('**/api/immediate-search', topic)],
  'a topic is deleted': [follower(1), remove],
  'a topic cannot be deleted': [follower(1), offline(remove)],
  'a topic is reworded': [follower(1), reword(save)],
  'a topic cannot be reworded': [follower(1), reword(offline(save))],
  'preferences are saved': [as({}), (page) => page.getByLabel('Delivery Day').selectOption('Friday')],
  'preferences cannot be saved': [
    as({}),
    offline((page) => page.getByRole('switch', { name: 'arXiv' }).click()),
  ],
  'a digest is resent': [as({ digests: ['whole'] }), (page) => press(page, /^Resend/)],
  'a digest is resent too often': [as({ digests: ['whole'] }), resendTooOften],
  'sign-in fails with no message': [to(signing), failing('**/api/auth/login', signIn)],
  'the older sign-in fails with no message': [to('/login'), failing('**/api/auth/login', signIn)],
  'sign-up fails with no message': [to('/auth'), failing('**/api/signup', signUp)],
  'the older sign-up fails with no message': [to('/signup'), failing('**/api/auth/signup', olderSignUp)],
  'a reset link cannot be sent': [
    to('/auth?tab=forgot-password'),
    failing('**/api/forgot-password', askForReset),
  ],
  'a password reset fails with no message': [
    to('/reset-password?token=none'),
    failing('**/api/reset-password', reset),
  ],
  'a payment cannot be started': [
    as({}, '/payment?tier=pro&email={email}'),
    failing('**/api/create-subscription', subscribe),
  ],
  'a card fails with no reason': [withBrokenScript, subscribe],
  'the payment status cannot be read': [
    debug,
    failing('**/api/debug-webhook-status', (page) => press(page, 'Check Payment Status')),
  ],
  'the subscription cannot be fixed': [
    debug,
    failing('**/api/fix-subscription', (page) => press(page, 'Fix My Subscription')),
  ],
};

const names = Object.keys(notifications) as (keyof typeof texts)[];
const perTest = 6;

test.describe('notifications', () => {
  for (let at = 0; at < names.length; at += perTest) {
    const some = names.slice(at, at + perTest);
    test(`are shown when ${some.join(' · ')}`, async ({ context }) => {
      for (const name of some)
        await test.step(name, async () => {
          const [open, act] = notifications[name];
          const page = await firstVisit(context);
          await open(page);
          await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
          await expect(page.locator('[data-outline]')).toHaveCount(0);
          await act(page);
          const [title = '', sentence] = texts[name];
          await expectToast(page, title, sentence);
          await page.close();
        });
    });
  }

  test('closes notifications after 5 s or a swipe of 50 px, and focuses them on F8', async ({ page }) => {
    await openAs(page, {});
    const day = page.getByLabel('Delivery Day');
    const shown = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
    await day.selectOption('Friday');
    await expectToast(page, 'Preferences Updated');
    await page.keyboard.press('F8');
    await expect(page.getByRole('region', { name: /^Notifications/ }).getByRole('list')).toBeFocused();
    const box = (await shown.boundingBox())!;
    const swipe = async (by: number) => {
      await page.mouse.move(box.x + 40, box.y + box.height / 2);
      await page.mouse.down();
      await page.mouse.move(box.x + 40 + by, box.y + box.height / 2, { steps: 5 });
      await page.mouse.up();
    };
    await swipe(30);
    await expect(shown).toBeVisible();
    await swipe(80);
    await expect(shown).toBeHidden();

    // Pointer and focus leave the notifications, as a person's do: over them, or in them, no time counts.
    await page.mouse.move(10, 10);
    await day.focus();
    await expect(day).toBeFocused();
    await page.clock.install();
    await day.selectOption('Monday');
    await expect(shown).toBeVisible();
    await page.clock.runFor(3000);
    await expect(shown).toBeVisible();
    await page.clock.runFor(2500);
    await expect(shown).toBeHidden();
  });
});
