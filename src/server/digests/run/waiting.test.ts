import { outcomeOfEmpty } from './due.ts';

const weekly = { isWeekly: true, isBeingRead: false, mayWait: true, failures: 0, isBehind: false, days: 7 };
const first = { ...weekly, isWeekly: false, mayWait: false };

it.each([
  ['waits', { ...weekly, isBeingRead: true }],
  ['waits', { ...weekly, isBeingRead: true, isBehind: true, days: 90 }],
  ['stays open', { ...weekly, isBeingRead: true, mayWait: false, isBehind: true }],
  ['stays open', { ...weekly, isBehind: true }],
  ['stays open', { ...weekly, isBehind: true, days: 27 }],
  ['is a notice', { ...weekly, isBehind: true, days: 28 }],
  ['is a notice', { ...weekly, isBeingRead: true, mayWait: false }],
  ['is a notice', weekly],
  ['is tried again', { ...first, isBeingRead: true }],
  ['is tried again', { ...first, isBeingRead: true, isBehind: true, failures: 4 }],
  ['is a notice', { ...first, isBeingRead: true, failures: 5 }],
  ['is a notice', { ...first, isBehind: true }],
  ['is a notice', first],
])('says that an empty run %s: %j', (outcome, run) => expect(outcomeOfEmpty(run)).toBe(outcome));
