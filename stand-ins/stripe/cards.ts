/** The behavior of the provider's test cards, by number: https://docs.stripe.com/testing */
export interface CardBehavior {
  /** Why the first charge is refused. */
  decline?: { code: string; decline_code: string; message: string };
  /** Asks for 3-D Secure when a person is present. */
  authenticate?: boolean;
  /** Pays once, then refuses every later charge without a person present. */
  failsLater?: boolean;
}

const declined = (decline_code: string, message = 'Your card was declined.', code = 'card_declined') => ({
  decline: { code, decline_code, message },
});

const behaviors: Record<string, CardBehavior> = {
  '4242424242424242': {},
  '4000000000000002': declined('generic_decline'),
  '4000000000009995': declined('insufficient_funds', 'Your card has insufficient funds.'),
  '4000000000000069': declined('expired_card', 'Your card has expired.', 'expired_card'),
  '4000000000000127': declined('incorrect_cvc', "Your card's security code is incorrect.", 'incorrect_cvc'),
  '4000000000000119': declined(
    'processing_error',
    'An error occurred while processing your card. Try again in a little bit.',
    'processing_error',
  ),
  '4000002500003155': { authenticate: true },
  '4000000000000341': { failsLater: true },
};

/** Null if the number is not a test card; the real test mode refuses those too. */
export const cardBehavior = (number: string): CardBehavior | null =>
  behaviors[number.replace(/\D/g, '')] ?? null;
