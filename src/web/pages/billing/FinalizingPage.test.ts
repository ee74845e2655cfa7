import { type Answer, fresh, hear, maxAttempts, minutesLeft } from './FinalizingPage.tsx';

const pending: Answer = { state: 'pending', reason: null };
const after = (...answers: Answer[]) => answers.reduce(hear, fresh);

test('finalizing gives up after thirty pending answers, and not before', () => {
  const almost = after(...Array<Answer>(maxAttempts - 1).fill(pending));
  expect(almost).toMatchObject({ state: 'pending', attempts: 29 });
  expect(hear(almost, 'no answer')).toMatchObject({ state: 'timeout', attempts: 30 });
});

test('success and failure end the wait', () => {
  const paid = { state: 'success', reason: null } as const;
  expect(after(pending, 'no answer', paid)).toMatchObject({ state: 'success', attempts: 3 });
  expect(after({ state: 'failed', reason: 'Your card was lost.' }).reason).toBe('Your card was lost.');
  expect(after({ state: 'failed', reason: null }).reason).toBe('Payment failed');
  expect(after({ state: 'failed', reason: null }, { state: 'success', reason: null }).state).toBe('failed');
});

test('the time left is given in minutes, rounded up', () => {
  expect(minutesLeft(fresh)).toBe(1);
  expect(minutesLeft(after(...Array<Answer>(maxAttempts).fill(pending)))).toBe(0);
});
