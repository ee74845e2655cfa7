import { expect, type Page } from '@playwright/test';
import {
  after,
  delayResponse,
  type Open,
  press,
  pressed,
  slow,
  slowDownTimers,
  to,
} from '#e2e/support/actions.ts';
import { newSignUp } from '#e2e/support/readers.ts';

const topic = 'sleep and memory consolidation';
const verify =
  (topic?: string): Open =>
  async (page) =>
    page.goto(`/verify-email?token=${(await newSignUp(topic)).token}`);

/** The steps follow a timer. It is slowed down one step before the wanted one. */
async function searchAt(page: Page, percent: '10%' | '30%' | '60%' | '100%'): Promise<void> {
  await verify(topic)(page);
  await delayResponse(page, '**/api/immediate-search', 4000);
  const shown = (step: string) => page.getByRole('dialog').getByText(step, { exact: true });
  const before = { '10%': null, '30%': '10%', '60%': '30%', '100%': '90%' }[percent];
  if (before) {
    await press(page, 'Process Search & Continue');
    await expect(shown(before)).toBeVisible();
    await slowDownTimers(page);
  } else {
    await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await slowDownTimers(page);
    await press(page, 'Process Search & Continue');
  }
  await expect(shown(percent)).toBeVisible();
}

/** The link in the sign-up mail, and the first search that starts there. */
export const verificationScreens = {
  'verification, no token': to('/verify-email'),
  'verification, loading': after(slow('**/api/verify-email?*'), to('/verify-email?token=none')),
  'verification, invalid token': to('/verify-email?token=none'),
  verified: verify(),
  'verified with a topic': verify(topic),
  'search, 10%': (page) => searchAt(page, '10%'),
  'search, 30%': (page) => searchAt(page, '30%'),
  'search, 60%': (page) => searchAt(page, '60%'),
  'search, complete': (page) => searchAt(page, '100%'),
  'search, loading': after(
    verify(topic),
    slow('**/api/immediate-search'),
    pressed('Process Search & Continue'),
    (page) => expect(page.getByRole('dialog').getByText('90%')).toBeVisible(),
  ),
} satisfies Record<string, Open>;
