import { supportMail } from './site.ts';

it.each([
  ['free', undefined, '[Free] Question'],
  ['pro', undefined, '[Pro] Question'],
  ['team', 'Subscription', '[Team] Subscription'],
  [null, undefined, null],
] as const)('names the plan in a %s reader’s subject', (tier, subject, expected) => {
  const url = new URL(supportMail('help@litwatch.example', tier, subject));
  expect([url.pathname, url.searchParams.get('subject')]).toEqual(['help@litwatch.example', expected]);
});
