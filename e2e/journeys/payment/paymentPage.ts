import type { Page } from '@playwright/test';
import type { ReaderSetup } from '../../stage/setup.ts';
import { openAs } from '../../support/readers.ts';

/** The plan named in the page's header. */
export const badge = (page: Page) => page.getByRole('banner').getByText('Your plan:').locator('..');

export const openPayment = (page: Page, tier: 'pro' | 'team', setup: ReaderSetup = {}) =>
  openAs(page, setup, `/payment?tier=${tier}&email={email}`);
