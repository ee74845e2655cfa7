import type { Browser, Page } from '@playwright/test';
import { cookiesDeclined, stage } from './addresses.ts';
import { expect, newestMail, type ReceivedMail } from './browser.ts';

// What the journeys through an account's forms have in common.

export const password = 'Correct-horse-9-battery';
export const newAddress = () => `person-${crypto.randomUUID().slice(0, 8)}@example.org`;
/** Of the subject of the mail that asks to confirm an address. */
export const confirmation = /confirm|verif/i;

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
export const message = (page: Page, label: string, sentence: string) =>
  expect(field(page, label)).toHaveAccessibleDescription(new RegExp(escaped(sentence)));
const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

export const createAccount = (page: Page) => page.getByRole('button', { name: 'Create Account' }).click();

export async function fillSignup(page: Page, email: string, chosen = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(chosen);
  await field(page, 'Confirm password').fill(chosen);
  await page.getByRole('checkbox', { name: /Terms and Conditions/ }).check();
  await page.getByRole('checkbox', { name: /Privacy Policy/ }).check();
}

export async function signUp(page: Page, email: string): Promise<void> {
  await page.goto('/auth');
  await fillSignup(page, email);
  await createAccount(page);
  await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
}

export async function signIn(page: Page, email: string, chosen = password): Promise<void> {
  await field(page, 'Email').fill(email);
  await field(page, 'Password').fill(chosen);
  await page.getByRole('button', { name: 'Sign In', exact: true }).click();
}

/** Another browser. */
export const elsewhere = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ baseURL: stage, storageState: cookiesDeclined })).newPage();

export const typeTopic = async (page: Page, topic: string): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Your research topic').fill(topic);
  await page.keyboard.press('Enter');
};

/** Each typed text breaks one rule of §5, in the order in which they are told. */
export const passwordRules = [
  ['Short1!', 'Password must be at least 8 characters long'],
  ['lowercase1!', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE1!', 'Password must contain at least one lowercase letter'],
  ['Withoutnumber!', 'Password must contain at least one number'],
  ['Withoutspecial1', 'Password must contain at least one special character'],
] as const;

/** A mail newer than one that came before. */
export async function nextMail(
  request: Parameters<typeof newestMail>[0],
  before: ReceivedMail,
  to: string,
  subject: RegExp,
): Promise<ReceivedMail> {
  let mail = before;
  await expect(async () => {
    mail = await newestMail(request, to, subject);
    expect(mail.id).not.toBe(before.id);
  }).toPass({ timeout: 20_000 });
  return mail;
}
