import fc from 'fast-check';
import { forAll } from '#test/forAll.ts';
import { advance, isComplete, notStarted, type ProgressEvent, steps } from './VerifyEmailPage.tsx';

const after = (...events: ProgressEvent[]) => events.reduce(advance, notStarted);
const percent = (...events: ProgressEvent[]) => steps[after(...events).step]!.percent;

test.each<[ProgressEvent[], number]>([
  [[], 10],
  [['time'], 30],
  [['time', 'time'], 60],
  [['time', 'time', 'time'], 90],
  [['time', 'time', 'time', 'replied'], 100],
])('%j leads to %i%% of the progress', (events, at) => expect(percent(...events)).toBe(at));

test('an early response waits for the steps before it', () => {
  expect(percent('replied')).toBe(10);
  expect(percent('replied', 'time', 'time')).toBe(60);
  expect(percent('replied', 'time', 'time', 'time')).toBe(100);
});

test('time alone never completes it', () =>
  forAll(fc.array(fc.constant<ProgressEvent>('time')), (events) => !isComplete(after(...events))));

test('a failure stays a failure, and nothing fails once complete', () => {
  expect(after('time', 'failed', 'replied', 'time').failed).toBe(true);
  expect(after('replied', 'time', 'time', 'time', 'failed').failed).toBe(false);
});
