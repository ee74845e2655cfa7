import { expect, type Page } from '@playwright/test';
import type { ScreenName } from './screens.ts';
import cases from './texts.json' with { type: 'json' };

/** Texts that the product promises, by screen. */
const promised: Partial<Record<ScreenName, readonly string[]>> = cases.promised;

/** Checks that every text promised for the screen is visible on it. */
export async function expectTexts(page: Page, screen: ScreenName): Promise<void> {
  for (const text of promised[screen] ?? []) await expect(textOn(page, text), text).toBeVisible();
}

/** A text in the page, or as the placeholder of an empty field. */
const textOn = (page: Page, text: string) =>
  page.getByText(text).or(page.getByPlaceholder(text)).filter({ visible: true }).first();
