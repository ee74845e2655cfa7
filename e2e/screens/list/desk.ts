import { expect, type Page } from '@playwright/test';
import { as, type Open, proxyError } from '#e2e/support/actions.ts';
import { openAs } from '#e2e/support/readers.ts';
import { weeklyDigests } from './readers.ts';

const topic = 'soil microbiome and drought';

/** The desk with one digest's unanswered papers. */
export async function openDesk(page: Page): Promise<void> {
  await openAs(page, { terms: [{ term: topic }], digests: ['whole'] });
  await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
}

/** The desk's screens. */
export const deskScreens = {
  'desk, answered': async (page) => {
    await openDesk(page);
    await page.keyboard.press('s');
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
  },
  'desk, account menu': async (page) => {
    await openDesk(page);
    await page.getByLabel(/^Your account: /).click();
  },
  'desk, a paper on a phone': async (page) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openDesk(page);
    await page.getByRole('button', { name: /^A drought/ }).click();
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'desk, long texts': as({ terms: [{ term: topic }], digests: ['hostile'] }),
  'desk, keys': async (page) => {
    await openDesk(page);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  },
  'desk, failed': async (page) => {
    await proxyError(page, '**/api/desk');
    await openAs(page, { terms: [{ term: topic }], digests: weeklyDigests(1) });
    await expect(page.getByText('Your new papers could not be loaded')).toBeVisible();
  },
} satisfies Record<string, Open>;
