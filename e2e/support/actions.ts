import { expect, type Page } from '@playwright/test';
import type { ReaderSetup } from '../stage/setup.ts';
import { openAs } from './browser.ts';

/** Brings a page to a screen in a certain state. */
export type Open = (page: Page) => Promise<unknown>;

export const to =
  (path: string): Open =>
  (page) =>
    page.goto(path);
export const as =
  (setup: ReaderSetup, path?: string): Open =>
  (page) =>
    openAs(page, setup, path);

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);
/** Types key by key, as a reader does, so that content appearing below the field is not an unexpected shift. */
export const typeIn = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).pressSequentially(text);

type Role = Parameters<Page['getByRole']>[0];

/** A screen, and what is done on it, step by step. */
export const after =
  (...steps: Open[]): Open =>
  async (page) => {
    for (const step of steps) await step(page);
  };
export const pressed =
  (name: string | RegExp): Open =>
  (page) =>
    press(page, name);
export const keys =
  (...pressed: string[]): Open =>
  async (page) => {
    for (const key of pressed) await page.keyboard.press(key);
  };
export const shown =
  (role: Role, name?: string | RegExp): Open =>
  (page) =>
    expect(page.getByRole(role, { name }).first()).toBeVisible();
export const says =
  (text: string | RegExp): Open =>
  (page) =>
    expect(page.getByText(text).first()).toBeVisible();
export const offline: Open = async (page) => {
  await page.context().setOffline(true);
  await says(/^You are offline/)(page);
};
/** A server that is down, or slow, for these paths. */
export const down =
  (...paths: (string | RegExp)[]): Open =>
  async (page) => {
    for (const path of paths) await proxyError(page, path);
  };
export const slow =
  (path: string | RegExp): Open =>
  (page) =>
    delayResponse(page, path);

/** Opens a topic's page from the dashboard. */
export const openTopic = (page: Page, topic = '') =>
  page
    .getByRole('region', { name: 'Your Search Queue' })
    .getByRole('link', { name: new RegExp(`^${topic}`) })
    .first()
    .click();

/** The link to the newest digest in the archive. */
export const newestDigest = (page: Page) => page.getByRole('link', { name: /Research Digest$/ }).first();

export async function openDigest(page: Page, setup: ReaderSetup): Promise<void> {
  await openAs(page, setup, '/digests');
  await newestDigest(page).click();
  await expect(page.getByRole('heading', { level: 1, name: /Research Digest$/ })).toBeVisible();
}

/** Opens a part of the account's menu in the header. */
export async function openFromAccount(page: Page, name: string): Promise<void> {
  // The role of a summary differs between versions of Chromium.
  await page.getByLabel(/^Your account: /).click();
  await page.getByRole('listitem').getByText(name, { exact: true }).click();
}

export const openSettings = async (page: Page): Promise<void> => {
  await openFromAccount(page, 'Settings');
  await page.getByRole('heading', { name: 'Settings', level: 1 }).waitFor();
};

/** The answers of the paper that is read. */
export const answers = (page: Page) => page.getByRole('group', { name: 'Your answer' });

/** Answers like a proxy whose server is down, with an error page without our text. */
export const proxyError = (page: Page, path: string | RegExp) =>
  page.route(path, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  );

/** Delays responses for long enough to look at the loading state. */
export async function delayResponse(page: Page, path: string | RegExp, ms = 10_000): Promise<void> {
  await page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => undefined);
  });
}

/**
 * Makes the page's timers of half a second or more sixty times slower from now on.
 * @param heading slows only timers started while the page has this heading
 */
export const slowDownTimers = (page: Page, heading?: string) =>
  page.evaluate((heading) => {
    const wait = window.setTimeout;
    const isSlow = () => !heading || document.querySelector('h1')?.textContent === heading;
    window.setTimeout = ((run: () => void, ms = 0) =>
      wait(run, ms < 500 || !isSlow() ? ms : ms * 60)) as typeof window.setTimeout;
  }, heading);
