import { expect, test } from 'vitest';
import { effectOf } from './verdict.ts';

test('a sentence describes the effect of feedback', () => {
  expect(effectOf('more', 'soil')).toMatch(/higher in your next digest on “soil.”/);
  expect(effectOf('less', 'soil')).toMatch(/lower in your next digest on “soil.”/);
  expect(effectOf(null, 'soil')).toMatch(/will not use it/);
});
