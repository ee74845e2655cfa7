import { AppError } from '#shared/contract/errors.ts';
import { cancelRefusal, searchRefusal, tooManyToCancel } from './refusals.ts';

describe('searchRefusal', () => {
  test('sends a reader whose plan is full to the plans, and keeps the topic', () => {
    const full = (currentCount: number) =>
      searchRefusal(new AppError('payment_required', 'Full.', { requiresPayment: true, currentCount }));
    const toast = ['bad', 'Subscription Required', 'Full.'];
    expect(full(1)).toMatchObject({ toast, to: '/subscribe?tier=pro', keep: true });
    expect(full(4).to).toBe('/subscribe?tier=pro');
    expect(full(5).to).toBe('/subscribe?tier=team');
  });

  test('stays on the page when the largest plan is full', () =>
    expect(searchRefusal(new AppError('forbidden', 'Ask us.', { requiresSupport: true }))).toMatchObject({
      toast: ['bad', 'Maximum Searches Reached', 'Ask us.'],
      to: null,
      keep: false,
    }));

  test('reports every other error as a failed search', () => {
    expect(searchRefusal(new AppError('forbidden', 'Not you.')).toast[1]).toBe('Search Failed');
    expect(searchRefusal(new Error('')).toast[2]).toBe('Failed to perform search');
    expect(searchRefusal(new AppError('unauthenticated', 'Sign in.')).keep).toBe(true);
  });
});

test('leads from a refused cancellation to the topics', () => {
  const refused = new AppError('conflict', 'No.', { requiresSearchDeletion: true, activeSearchTerms: 3 });
  expect(cancelRefusal(refused, 9)).toEqual({
    toast: [
      'bad',
      'Cannot Cancel Subscription',
      'You have 3 active search terms. Please delete search terms down to 1 before canceling.',
    ],
    toTerms: true,
  });
  const toast = ['bad', 'Cancellation Failed', 'Try later.'];
  expect(cancelRefusal(new Error('Try later.'), 1)).toMatchObject({ toast, toTerms: false });
  expect(tooManyToCancel(2)[2]).toBe(
    'You have 2 active search terms. Please delete search terms down to 1 before canceling your subscription.',
  );
});
