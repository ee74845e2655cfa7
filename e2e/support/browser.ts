import {
  type APIRequestContext,
  type BrowserContext,
  test as base,
  expect,
  type Page,
} from '@playwright/test';
import axe from 'axe-core';
import { stage, stageControl } from '../servers/servers.ts';
import type { PaymentSetup, Reader, ReaderSetup, SignUp } from '../stage/setup.ts';

/** Declines cookies where nothing was chosen yet, so that no banner covers the page. A storage state would open a page for it. */
export const declineCookies = (context: BrowserContext): Promise<unknown> =>
  context.addInitScript(() => {
    if (window !== top || origin === 'null' || localStorage.getItem('cookieConsent')) return;
    localStorage.setItem('cookieConsent', 'declined');
    localStorage.setItem('analyticsConsent', 'false');
  });

/** Playwright's `test`, which also fails on errors in the page's console, and in whose pages cookies are declined. */
export const test = base.extend<{ declinesCookies: boolean; cleanConsole: undefined }>({
  declinesCookies: [true, { option: true }],
  cleanConsole: [
    async ({ context, declinesCookies }, use) => {
      if (declinesCookies) await declineCookies(context);
      const errors: string[] = [];
      context.on('weberror', (error) => errors.push(String(error.error())));
      context.on('console', (message) => {
        // The browser logs every failed request; tests check how the page handles it.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          errors.push(message.text());
      });
      await use(undefined);
      expect(errors, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/**
 * A page as on a first visit, in a context that others were in: its scripts are cached, and it opens in half the time. One page
 * stays open, so that their process lives on, too.
 */
export async function firstVisit(context: BrowserContext): Promise<Page> {
  if (context.pages().length === 0) await (await context.newPage()).goto('/robots.txt');
  await context.clearCookies();
  await context.setOffline(false);
  const page = await context.newPage();
  await page.addInitScript(() => {
    // Once for this tab, whose session storage is new, and not in frames.
    if (window !== top || sessionStorage.getItem('visited')) return;
    sessionStorage.setItem('visited', 'yes');
    for (const key of Object.keys(localStorage)) if (!key.endsWith('Consent')) localStorage.removeItem(key);
  });
  return page;
}

/** Stops the clock of a page opened after `page.clock.install()`; `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  // On a busy machine the page may already be past that moment. Then try a later one.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20)).toPass();
}

/**
 * What axe finds on the page; `options` as in https://github.com/dequelabs/axe-core/blob/develop/doc/API.md. Its source has 650 kB:
 * a page gets it once.
 */
export async function violations(page: Page, options: axe.RunOptions = {}): Promise<string[]> {
  for (const frame of page.frames())
    if (!(await frame.evaluate(() => 'axe' in window))) await frame.evaluate(axe.source);
  return page.evaluate(
    async (options) => {
      const { violations } = await (window as unknown as { axe: typeof axe }).axe.run(options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n  ')}`);
    },
    // Rules that need sounds, films or style sheets fetched again are about what no page has.
    { resultTypes: ['violations'], selectors: false, preload: false, ...options } satisfies axe.RunOptions,
  );
}

/** Expects that axe finds nothing on the page. */
export const expectNoViolations = async (page: Page): Promise<void> =>
  expect(await violations(page)).toEqual([]);

/** Expects exactly one notification, with this title and, if given, this sentence. */
export async function expectToast(page: Page, title: string, sentence?: string | RegExp): Promise<void> {
  const region = page.getByRole('region', { name: /^Notifications/ });
  await expect(region.getByText(title, { exact: true })).toBeVisible();
  if (sentence) await expect(region.getByText(sentence)).toBeVisible();
  await expect(region.getByRole('listitem')).toHaveCount(1);
}

export interface ReceivedMail {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** Waits for a mail to an address with a matching subject in the local mailbox; returns the newest. */
export async function newestMail(
  request: APIRequestContext,
  to: string,
  subject: RegExp,
): Promise<ReceivedMail> {
  const find = async () => {
    const { mails } = (await (await request.get('/mailbox/api/mails')).json()) as {
      mails: { id: string; to: string; subject: string }[];
    };
    return mails.find((mail) => mail.to.includes(to) && subject.test(mail.subject))?.id;
  };
  await expect
    .poll(find, {
      message: `a mail to ${to} with a subject like ${subject}`,
      timeout: 30_000,
      intervals: [200],
    })
    .toBeDefined();
  return (await request.get(`/mailbox/api/mails/${await find()}`)).json();
}

/** The path and query of the link in a mail's text that leads to the given page. */
export function linkIn({ text }: ReceivedMail, path: string): string {
  const link = text.match(/https?:\/\/[^\s)>\]]+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`The mail has no link to ${path}.`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}

/** A reader with one digest, and the titles of its first papers. */
export const reader: ReaderSetup = { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] };
export const inoculum = 'A drought-adapted soil inoculum sustains wheat yield over two dry seasons';
export const networks = 'Fungi before bacteria: the order in which soil networks recover from drought';

/** Creates a reader with a plan, topics, digests and feedback. */
export const newReader = (setup: ReaderSetup = {}): Promise<Reader> => postToStage('/readers', setup);

/** Opens a page as a new reader; `{email}` in the path becomes the reader's address. */
export async function openAs(page: Page, setup: ReaderSetup, path = '/dashboard'): Promise<Reader> {
  const reader = await newReader(setup);
  await page.context().addCookies([{ ...reader.cookie, url: stage }]);
  await page.goto(path.replace('{email}', encodeURIComponent(reader.email)));
  return reader;
}

/** Creates an account that waits for its verification link. */
export const newSignUp = (pendingSearch: string | null = null): Promise<SignUp> =>
  postToStage('/signups', { pendingSearch });

/** Changes how the payment sandbox behaves from now on. */
export const setPayments = (setup: PaymentSetup): Promise<unknown> => postToStage('/payments', setup);

/** Ends every session of a reader, as weeks without a visit do. */
export const endSessions = ({ id }: Reader): Promise<unknown> => postToStage('/sessions/end', { id });

/** Makes every sign-in of a reader an hour old, so that sensitive actions ask for a new proof. */
export const ageSessions = ({ id }: Reader): Promise<unknown> => postToStage('/sessions/age', { id });

/** Makes the database refuse writes, for all readers, or take them again. */
export const setDatabase = (setup: { readOnly: boolean }): Promise<unknown> =>
  postToStage('/database', setup);

async function postToStage<T>(path: string, body: unknown): Promise<T> {
  const response = await fetch(stageControl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`The stage refused ${path}: ${response.status} ${await response.text()}`);
  return response.json();
}
