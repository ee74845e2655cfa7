import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';

/** Pages whose console must stay clean: an error that only reaches the console fails the journey that caused it. */
export const test = base.extend<{ cleanConsole: undefined }>({
  cleanConsole: [
    async ({ context }, use) => {
      const said: string[] = [];
      context.on('weberror', (error) => said.push(String(error.error())));
      context.on('console', (message) => {
        // The browser itself reports every refused request; what the page makes of it is what is tested.
        if (message.type() === 'error' && !/Failed to load resource/.test(message.text()))
          said.push(message.text());
      });
      await use(undefined);
      expect(said, 'errors on the console').toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Stops the clock of a page that was opened after `page.clock.install()`; `page.clock.runFor` moves it on. */
export async function stopClock(page: Page): Promise<void> {
  // On a busy machine the page is past that moment before it hears of it: then a later one.
  await expect(async () => page.clock.pauseAt((await page.evaluate(() => Date.now())) + 20)).toPass();
}

/** The one message that is shown now, by its title and, where given, its sentence. */
export async function expectToast(page: Page, title: string, sentence?: string | RegExp): Promise<void> {
  const region = page.getByRole('region', { name: /^Notifications/ });
  await expect(region.getByText(title, { exact: true })).toBeVisible();
  if (sentence) await expect(region.getByText(sentence)).toBeVisible();
  // One at a time (specification §9).
  await expect(region.getByRole('listitem')).toHaveCount(1);
}

export interface ReceivedMail {
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
}

/** The newest mail to an address whose subject fits, from the local mailbox; waits for it. */
export async function newestMail(
  request: APIRequestContext,
  to: string,
  subject: RegExp,
): Promise<ReceivedMail> {
  const end = Date.now() + 30_000;
  while (Date.now() < end) {
    const { mails } = (await (await request.get('/mailbox/api/mails')).json()) as {
      mails: { id: string; to: string; subject: string }[];
    };
    const found = mails.find((mail) => mail.to.includes(to) && subject.test(mail.subject));
    if (found) return (await request.get(`/mailbox/api/mails/${found.id}`)).json();
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error(`No mail to ${to} with a subject like ${subject}.`);
}

/** The link of a mail's text that leads to a page. */
export function linkIn({ text }: ReceivedMail, path: string): string {
  const link = text.match(/https?:\/\/[^\s)>\]]+/g)?.find((url) => new URL(url).pathname === path);
  if (!link) throw new Error(`The mail has no link to ${path}.`);
  const { pathname, search } = new URL(link);
  return pathname + search;
}
