import AxeBuilder from '@axe-core/playwright';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';

/** Playwright's `test`, which also fails on errors in the page's console. */
export const test = base.extend<{ cleanConsole: undefined }>({
  cleanConsole: [
    async ({ context }, use) => {
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

/** Stops the clock of a page opened after `page.clock.install()`; `page.clock.runFor` advances it. */
export async function stopClock(page: Page): Promise<void> {
  // On a busy machine the page may already be past that moment. Then try a later one.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20)).toPass();
}

/** Expects that axe finds nothing on the page. */
export const expectNoViolations = async (page: Page): Promise<void> =>
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([]);

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
