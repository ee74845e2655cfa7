import { isOwnPage } from './session.ts';

test.each(['/digests/1', '/subscribe?tier=pro', '/digests?q=//x', '/'])('%s is a page to return to', (to) =>
  expect(isOwnPage(to)).toBe(true),
);

test.each([
  null,
  '',
  '//elsewhere.example',
  '/\\elsewhere.example',
  'https://elsewhere.example/',
  'javascript:alert(1)',
  '/dashboard',
  '/dashboard?email=a@b.example',
])('%s is no page to return to', (to) => expect(isOwnPage(to)).toBe(false));
