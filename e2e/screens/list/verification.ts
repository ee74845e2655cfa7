import { expect, type Page } from '@playwright/test';
import { delayResponse, type Open, press, slowDownTimers, to } from '#e2e/support/actions.ts';
import { newSignUp } from '#e2e/support/readers.ts';

/** The steps follow a timer. It is slowed down one step before the wanted one. */
async function searchAt(page: Page, percent: '10%' | '30%' | '60%' | '100%'): Promise<void> {
  await page.goto(`/verify-email?token=${(await newSignUp('sleep and memory consolidation')).token}`);
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
  'verification, loading': async (page) => {
    await delayResponse(page, '**/api/verify-email?*');
    await page.goto('/verify-email?token=none');
  },
  'verification, invalid token': to('/verify-email?token=none'),
  verified: async (page) => page.goto(`/verify-email?token=${(await newSignUp()).token}`),
  'verified with a topic': async (page) =>
    page.goto(`/verify-email?token=${(await newSignUp('sleep and memory consolidation')).token}`),
  'search, 10%': (page) => searchAt(page, '10%'),
  'search, 30%': (page) => searchAt(page, '30%'),
  'search, 60%': (page) => searchAt(page, '60%'),
  'search, complete': (page) => searchAt(page, '100%'),
  'search, loading': async (page) => {
    await page.goto(`/verify-email?token=${(await newSignUp('sleep and memory consolidation')).token}`);
    await delayResponse(page, '**/api/immediate-search');
    await press(page, 'Process Search & Continue');
    await expect(page.getByRole('dialog').getByText('90%')).toBeVisible();
  },
} satisfies Record<string, Open>;
