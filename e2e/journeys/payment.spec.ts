import type { Page } from '@playwright/test';
import type { WantedReader } from '../stage/wanted.ts';
import { stage } from '../support/addresses.ts';
import { expect, expectToast, newestMail, stopClock, test } from '../support/browser.ts';
import { cards, openAs } from '../support/readers.ts';

test.afterEach(() => cards({ held: false }));

const good = '4242 4242 4242 4242';
const secure = '4000 0025 0000 3155';

const badge = (page: Page) => page.getByRole('banner').getByText('Your plan:').locator('..');

async function fillCard(page: Page, number: string, { expiry = '12 / 39', cvc = '123', zip = '10115' } = {}) {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill(expiry);
  await page.getByRole('textbox', { name: 'CVC' }).fill(cvc);
  await page.getByLabel('ZIP code').fill(zip);
}

const pay = (page: Page) => page.getByRole('button', { name: /^(Subscribe for|Pay) \$/ }).click();

const openPayment = (page: Page, tier: 'pro' | 'team', wanted: WantedReader = {}) =>
  openAs(page, wanted, `/payment?tier=${tier}&email={email}`);

test.describe('from card to tier', () => {
  test('free becomes Pro', async ({ page, request }) => {
    const { email } = await openAs(page, {});
    await expect(badge(page)).toHaveText('Your plan: Free');
    await page.getByRole('banner').getByRole('link', { name: 'Upgrade', exact: true }).click();
    await expect(page.getByText('Your current plan: Starter')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Dashboard' })).toHaveAttribute('href', '/dashboard');
    await page.getByRole('link', { name: 'Upgrade to Research Pro' }).click();

    await expect(page).toHaveURL(`/payment?tier=pro&email=${encodeURIComponent(email)}`);
    await expect(page.getByRole('heading', { name: 'Research Pro', level: 1 })).toBeVisible();
    await expect(page.getByText('$5', { exact: true })).toBeVisible();
    await expect(page.getByText('Up to 5 search terms')).toBeVisible();
    await expect(page.getByText(/renews monthly and can be cancelled/)).toBeVisible();
    await expect(page.getByText('Secured with 256-bit SSL encryption')).toBeVisible();
    await expect(page.getByText(/Test cards only/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Plans' })).toHaveAttribute('href', '/subscribe');
    await expect(page.getByRole('textbox', { name: 'Card number' })).toHaveCSS('font-size', '16px');

    await fillCard(page, good);
    await pay(page);
    await expect(page).toHaveURL(/\/finalizing-subscription\?subscriptionId=sub_/);
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Pro');
    await expect(page.getByText('Search Terms: 0/5')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: 'Upgrade to Team' })).toBeVisible();
    await newestMail(request, email, /Research Pro/);
  });

  test('free becomes Team', async ({ page }) => {
    await openPayment(page, 'team');
    await expect(page.getByText('$10', { exact: true })).toBeVisible();
    await fillCard(page, good);
    await pay(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Team');
    await expect(page.getByText('Search Terms: 0/10')).toBeVisible();
    await expect(page.getByRole('banner').getByRole('link', { name: /Upgrade/ })).toBeHidden();
  });

  test('Pro becomes Team by the card on file', async ({ page }) => {
    await openAs(page, { tier: 'pro' }, '/subscribe');
    await expect(page.getByText('Downgrade Not Available')).toBeVisible();
    await page.getByRole('link', { name: 'Upgrade to Research Team' }).click();
    await expect(page.getByText(/charged to the card you pay with already/)).toBeVisible();
    await pay(page);
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Team');
    await page.goto('/subscribe');
    await expect(page.getByRole('button', { name: 'Downgrade Not Available' })).toHaveCount(2);
    await expect(page.getByRole('button', { name: 'Current Plan' })).toBeDisabled();
  });

  test('3-D Secure: refused, then accepted', async ({ page }) => {
    await openPayment(page, 'pro');
    await fillCard(page, secure);
    await pay(page);
    await expect(page.getByRole('button', { name: 'Processing Payment...' })).toBeVisible();
    await page.getByRole('button', { name: 'Fail authentication' }).click();
    await expectToast(page, 'Payment Failed', /unable to authenticate your payment method/);
    await pay(page);
    await page.getByRole('button', { name: 'Complete authentication' }).click();
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  });
});

test.describe('what the provider refuses', () => {
  test('a card, in its own words each time, until one pays', async ({ page }) => {
    await openPayment(page, 'pro');
    for (const [number, sentence] of [
      ['4000 0000 0000 0002', 'Your card was declined.'],
      ['4000 0000 0000 9995', 'Your card has insufficient funds.'],
      ['4000 0000 0000 0069', 'Your card has expired.'],
      ['4000 0000 0000 0127', "Your card's security code is incorrect."],
      ['4000 0000 0000 0119', /An error occurred while processing your card/],
      ['4242 4242 4242 4241', 'Your card number is incorrect.'],
    ] as const) {
      await fillCard(page, number);
      await pay(page);
      await expectToast(page, 'Payment Failed', sentence);
      await expect(page.getByRole('alert').filter({ hasText: sentence })).toBeVisible();
      await expect(page).toHaveURL(/\/payment\?/);
    }
    await fillCard(page, good);
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  });

  test('fields that are not whole', async ({ page }) => {
    await openPayment(page, 'pro');
    const number = page.getByRole('textbox', { name: 'Card number' });
    await number.fill('4242');
    await number.blur();
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
    await fillCard(page, good, { expiry: '01 / 20' });
    await pay(page);
    await expectToast(page, 'Payment Failed', /expiration date is incomplete or in the past/);
  });

  test('no answer', async ({ page }) => {
    const { id } = await openPayment(page, 'pro');
    await fillCard(page, good);
    await cards({ reader: id, unreachable: true });
    await pay(page);
    await expectToast(page, 'Subscription Error', /payment provider does not answer/);
    await cards({ reader: id, unreachable: false });
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  });

  test('a payment without its secret', async ({ page }) => {
    const { id } = await openPayment(page, 'pro');
    await fillCard(page, good);
    await cards({ reader: id, forgetful: true });
    await pay(page);
    await expectToast(page, 'Payment Failed', 'No payment client secret received. Please try again.');
  });

  test('its script does not come', async ({ page }) => {
    await page.route(/\/v3\/$/, (route) => route.abort());
    await openPayment(page, 'pro');
    await expect(
      page.getByText('Stripe is not loaded properly. Please refresh and try again.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Subscribe for/ })).toBeDisabled();
  });

  test('its script lost a field', async ({ page }) => {
    await page.addInitScript(() => {
      let made: unknown;
      Object.defineProperty(window, 'Stripe', {
        get: () => made,
        set: (open) => {
          made = (key: string) => {
            const stripe = open(key);
            return {
              ...stripe,
              elements: () => ({ ...stripe.elements(), getElement: () => null }),
            };
          };
        },
      });
    });
    await openPayment(page, 'pro');
    await fillCard(page, good);
    await pay(page);
    await expectToast(page, 'Payment Error', 'Card number element not found. Please refresh and try again.');
  });
});

test.describe('what the page refuses', () => {
  test('a blank ZIP code', async ({ page }) => {
    await openPayment(page, 'pro');
    await fillCard(page, good, { zip: '  ' });
    await pay(page);
    await expectToast(page, 'Missing Information', 'Please enter your ZIP code.');
    await expect(page).toHaveURL(/\/payment\?/);
  });

  test('a plan that is none', async ({ page }) => {
    await openAs(page, {}, '/terms');
    for (const query of [
      '',
      '?email=reader@example.org',
      '?tier=free&email=reader@example.org',
      '?tier=gold',
    ]) {
      await page.goto(`/payment${query}`);
      await expect(page).toHaveURL('/subscribe');
      await expectToast(page, 'Invalid Plan', 'Please select a valid subscription plan.');
    }
  });

  test('nobody', async ({ page }) => {
    await page.goto('/payment?tier=pro');
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Authentication Required', 'Please sign in to continue with your subscription.');
  });

  test('a plan that is paid for already', async ({ page, context }) => {
    await openPayment(page, 'pro');
    await fillCard(page, good);
    const other = await context.newPage();
    await other.goto(page.url());
    await fillCard(other, good);
    await pay(other);
    await expect(other.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
    await pay(page);
    await expect(page).toHaveURL('/dashboard');
    await expectToast(
      page,
      'Subscription Already Active',
      'You already have an active Research Pro subscription.',
    );
    await expect(badge(page)).toHaveText('Your plan: Pro');
  });
});

test.describe('waiting for the provider', () => {
  const finalizing = '/finalizing-subscription';

  async function begin(page: Page): Promise<string> {
    const answer = await page.request.post('/api/create-subscription', {
      data: { tier: 'pro' },
      headers: { origin: stage },
    });
    return (await answer.json()).subscriptionId;
  }

  test('without a subscription it goes to the plans', async ({ page }) => {
    await openAs(page, {}, finalizing);
    await expect(page).toHaveURL('/subscribe');
  });

  test('it asks every two seconds, thirty times, then says so; asking again starts over', async ({
    page,
  }) => {
    await openAs(page, {}, '/terms');
    const id = await begin(page);
    await page.clock.install();
    await page.goto(`${finalizing}?subscriptionId=${id}`);
    await expect(page.getByRole('heading', { name: 'Finalizing your subscription...' })).toBeVisible();
    await expect(page.getByText(/^Check [1-9]/)).toBeVisible();
    await stopClock(page);
    const sofar = Number(/\d+/.exec(await page.getByText(/^Check \d/).innerText()));
    for (let asked = sofar; asked < 30; asked++) {
      await expect(page.getByText(`Check ${asked}/30, about 1 minute left`)).toBeVisible();
      await page.clock.runFor(2000);
    }
    await expect(page.getByRole('heading', { name: 'Still processing...' })).toBeVisible();
    await expect(page.getByText(/You will get an email/)).toBeVisible();
    await expect(page.getByRole('link', { name: 'Go to Dashboard' })).toHaveAttribute('href', '/dashboard');
    await page.getByRole('button', { name: 'Refresh Status' }).click();
    await page.clock.runFor(10);
    await expect(page.getByText('Check 1/30')).toBeVisible();
  });

  test('a lost connection is asked again', async ({ page }) => {
    await openAs(page, {}, '/terms');
    const id = await begin(page);
    await page.goto(`${finalizing}?subscriptionId=${id}`);
    await expect(page.getByText('Check 1/30')).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText('Check 2/30')).toBeVisible();
    await page.context().setOffline(false);
    await expect(page.getByText('Check 3/30')).toBeVisible();
  });

  test('a payment that failed is paid with another card', async ({ page }) => {
    await openPayment(page, 'pro');
    await fillCard(page, '4000 0000 0000 0002');
    await pay(page);
    await expectToast(page, 'Payment Failed', 'Your card was declined.');
    const id = await begin(page);
    await page.goto(`${finalizing}?subscriptionId=${id}`);
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
    await expect(page.getByText('Your card was declined.')).toBeVisible();
    await page.getByRole('button', { name: 'Check Status Again' }).click();
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
    await page.getByRole('link', { name: 'Try Different Payment Method' }).click();

    await expect(page).toHaveURL(`/subscribe/fix-payment?subscriptionId=${id}`);
    await expect(page.getByText('$5 are open.')).toBeVisible();
    await fillCard(page, good);
    await page.getByRole('button', { name: 'Pay $5' }).click();
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Pro');
    await page.goto(`/subscribe/fix-payment?subscriptionId=${id}`);
    await expect(page.getByText('There is nothing to pay')).toBeVisible();
  });

  test('payment-success counts seven seconds down, then offers the way on', async ({ page }) => {
    await page.clock.install();
    await openAs(
      page,
      {},
      '/payment-success?tier=pro&payment_intent=pi_1&payment_intent_client_secret=s&redirect_status=succeeded',
    );
    await expect(page.getByRole('heading', { name: 'Payment Successful!' })).toBeVisible();
    await expect(page).toHaveURL('/payment-success?tier=pro');
    await expect(page.getByText('Waiting for webhook confirmation')).toBeVisible();
    await stopClock(page);
    const left = Number.parseInt(await page.getByText(/^\d s$/).innerText(), 10);
    for (let second = left; second > 0; second--) {
      await expect(page.getByText(`${second} s`, { exact: true })).toBeVisible();
      await page.clock.runFor(1000);
    }
    await expect(page.getByText(/Still processing your subscription upgrade/)).toBeVisible();
    await expect(page.getByRole('link', { name: "Click here if you don't get redirected" })).toHaveAttribute(
      'href',
      '/dashboard',
    );
  });

  test('payment-success goes on once the tier is there', async ({ page }) => {
    await openAs(page, { tier: 'team' }, '/payment-success?tier=team');
    await expect(page.getByText('Redirecting to dashboard...')).toBeVisible();
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Team');
  });

  test('payment-success does not call a failure a success', async ({ page }) => {
    await openAs(page, {}, '/payment-success?redirect_status=failed');
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
  });
});

test.describe('ending a subscription', () => {
  const cancel = (page: Page) => page.getByRole('button', { name: 'Cancel Subscription' }).click();

  test('the dialog asks; keeping changes nothing; confirming ends it at once', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'soil and drought' }] });
    await cancel(page);
    const dialog = page.getByRole('alertdialog', { name: 'Cancel Subscription' });
    await expect(
      dialog.getByText(
        'Are you sure you want to cancel your subscription? You will be downgraded to the free tier and limited to 1 search term.',
      ),
    ).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Keep Subscription' })).toBeFocused();
    await dialog.getByRole('button', { name: 'Keep Subscription' }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeFocused();
    await expect(badge(page)).toHaveText('Your plan: Pro');

    await cancel(page);
    await dialog.getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(page, 'Subscription Canceled', /free tier/);
    await expect(badge(page)).toHaveText('Your plan: Free');
    await expect(page.getByRole('button', { name: 'Cancel Subscription' })).toBeHidden();
  });

  test('at the end of the paid month the plan stays until then', async ({ page }) => {
    await openAs(page, { tier: 'team' });
    await cancel(page);
    await page.getByRole('button', { name: /^Keep until/ }).click();
    await expectToast(page, 'Subscription Canceled');
    await expect(page.getByText('Ends on')).toBeVisible();
    await expect(badge(page)).toHaveText('Your plan: Team');
  });

  test('it is refused while several terms are active, and leads to them', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'one' }, { term: 'two' }, { term: 'three' }] });
    await cancel(page);
    await expectToast(
      page,
      'Cannot Cancel Subscription',
      'You have 3 active search terms. Please delete search terms down to 1 before canceling your subscription.',
    );
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeFocused();
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeInViewport();
  });

  test('the server refuses too, when another tab added one', async ({ page }) => {
    await openAs(page, { tier: 'pro', terms: [{ term: 'one' }] });
    await cancel(page);
    await page.request.post('/api/immediate-search', {
      data: { searchTerm: 'two' },
      headers: { origin: stage },
    });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(
      page,
      'Cannot Cancel Subscription',
      'You have 2 active search terms. Please delete search terms down to 1 before canceling.',
    );
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeFocused();
  });

  test('nothing changes when the provider does not answer', async ({ page }) => {
    const { id } = await openAs(page, { tier: 'pro' });
    await cancel(page);
    await cards({ reader: id, unreachable: true });
    await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Subscription' }).click();
    await expectToast(page, 'Cancellation Failed', /Nothing was changed/);
    await expect(badge(page)).toHaveText('Your plan: Pro');
  });
});

test.describe('the Fix Subscription page', () => {
  test('shows both sides and brings them in line', async ({ page }) => {
    await cards({ held: true });
    const { email } = await openPayment(page, 'pro');
    await fillCard(page, good);
    // The card goes through and no word of it comes: the page that would ask by itself is left.
    await page.route('**/api/subscriptions/*/status', (route) => route.abort());
    await pay(page);
    await expect(page).toHaveURL(/finalizing/);
    await page.goto('/debug-subscription');
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expectToast(page, 'Status Checked');
    const panel = page.getByRole('region', { name: 'Status' });
    await expect(panel.getByText(email)).toBeVisible();
    await expect(panel.getByText('Free', { exact: true })).toBeVisible();
    await expect(panel.getByText(/^cus_….{4}$/)).toBeVisible();
    await expect(panel.getByRole('row', { name: /^active sub_/ })).toBeVisible();
    await expect(panel.getByRole('row', { name: 'paid yes $5 $5' })).toBeVisible();
    await page.getByRole('button', { name: 'Fix My Subscription' }).click();
    await expectToast(page, 'Subscription Fixed', /updated to Pro\. Refresh the dashboard/);
    await expect(page).toHaveURL('/dashboard');
    await expect(badge(page)).toHaveText('Your plan: Pro');
  });

  test('says when neither can be done, and whom to write to', async ({ page }) => {
    const { id } = await openAs(page, { tier: 'pro' }, '/debug-subscription');
    await expect(page.getByRole('link', { name: 'support@litwatch.example' })).toBeVisible();
    await cards({ reader: id, unreachable: true });
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expectToast(page, 'Check Failed', /does not answer/);
    await page.getByRole('button', { name: 'Fix My Subscription' }).click();
    await expectToast(page, 'Fix Failed', /does not answer/);
  });

  test('has nothing to fix where nothing was paid', async ({ page }) => {
    await openAs(page, {}, '/debug-subscription');
    await page.getByRole('button', { name: 'Check Payment Status' }).click();
    await expect(page.getByText('none yet')).toBeVisible();
    await page.getByRole('button', { name: 'Fix My Subscription' }).click();
    await expectToast(page, 'Fix Failed', 'No payment has been made from this account yet.');
  });
});
