import { afterConfirmation } from './stripe.ts';

test.each([
  ['succeeded', 'sub_1', '/finalizing-subscription?subscriptionId=sub_1'],
  ['succeeded', null, '/payment-success?tier=pro'],
  ['processing', 'sub_1', '/payment-success?tier=pro'],
  ['requires_payment_method', 'sub_1', null],
  ['requires_action', 'sub_1', null],
  ['canceled', null, null],
  [undefined, 'sub_1', null],
])('a card that is %s with subscription %s leads to %s', (status, id, to) =>
  expect(afterConfirmation(status, id, 'pro')).toBe(to),
);
