import { expect, expectToast, openAs, setPayments, test } from '#e2e/support/browser.ts';
import { badge, declinedCard, fillCard, goodCard, openPayment, pay } from '#e2e/support/payment.ts';

test.describe('payment provider errors', () => {
  test('shows why each card was declined, until one pays', async ({ page }) => {
    await openPayment(page, 'pro');
    for (const [number, sentence] of [
      [declinedCard, 'Your card was declined.'],
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
    await fillCard(page, goodCard);
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  });

  test('names a card field that is incomplete, and a blank ZIP code', async ({ page }) => {
    await openPayment(page, 'pro');
    const number = page.getByRole('textbox', { name: 'Card number' });
    await number.fill('4242');
    await number.blur();
    await expect(page.getByText('Your card number is incomplete.')).toBeVisible();
    await fillCard(page, goodCard, { expiry: '01 / 20' });
    await pay(page);
    await expectToast(page, 'Payment Failed', /expiration date is incomplete or in the past/);
    await fillCard(page, goodCard, { zip: '  ' });
    await pay(page);
    await expectToast(page, 'Missing Information', 'Please enter your ZIP code.');
    await expect(page).toHaveURL(/\/payment\?/);
  });

  test('reports a provider that does not answer, and pays on retry', async ({ page }) => {
    const { id } = await openPayment(page, 'pro');
    await fillCard(page, goodCard);
    await setPayments({ reader: id, unreachable: true });
    await pay(page);
    await expectToast(page, 'Subscription Error', /payment provider does not answer/);
    await setPayments({ reader: id, unreachable: false });
    await pay(page);
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  });

  test('reports a payment without a client secret', async ({ page }) => {
    const { id } = await openPayment(page, 'pro');
    await fillCard(page, goodCard);
    await setPayments({ reader: id, withoutSecret: true });
    await pay(page);
    await expectToast(page, 'Payment Failed', 'No payment client secret received. Please try again.');
  });

  test('disables payment when the provider’s script does not load', async ({ page }) => {
    await page.route(/\/v3\/$/, (route) => route.abort());
    await openPayment(page, 'pro');
    await expect(
      page.getByText('Stripe is not loaded properly. Please refresh and try again.'),
    ).toBeVisible();
    await expect(page.getByRole('button', { name: /^Subscribe for/ })).toBeDisabled();
  });

  test('reports a card field that did not load', async ({ page }) => {
    await page.addInitScript(() => {
      let made: unknown;
      Object.defineProperty(window, 'Stripe', {
        get: () => made,
        set: (open) => {
          made = (key: string) => {
            const stripe = open(key);
            return { ...stripe, elements: () => ({ ...stripe.elements(), getElement: () => null }) };
          };
        },
      });
    });
    await openPayment(page, 'pro');
    await fillCard(page, goodCard);
    await pay(page);
    await expectToast(page, 'Payment Error', 'Card number element not found. Please refresh and try again.');
  });
});

test.describe('payment form', () => {
  test('sends an unknown plan to the list of plans', async ({ page }) => {
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

  test('sends a signed-out visitor to /auth', async ({ page }) => {
    await page.goto('/payment?tier=pro');
    await expect(page).toHaveURL('/auth');
    await expectToast(page, 'Authentication Required', 'Please sign in to continue with your subscription.');
  });

  test('charges nobody twice for a plan paid in another tab', async ({ page, context }) => {
    await openPayment(page, 'pro');
    await fillCard(page, goodCard);
    const other = await context.newPage();
    await other.goto(page.url());
    await fillCard(other, goodCard);
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
