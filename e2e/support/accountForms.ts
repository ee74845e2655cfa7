import type { Browser, Page } from '@playwright/test';
import { stage } from '../servers/servers.ts';
import { declineCookies, expect, newestMail, type ReceivedMail } from './browser.ts';

export const password = 'Correct-horse-9-battery';
export const newAddress = () => `person-${crypto.randomUUID().slice(0, 8)}@example.org`;
/** Matches the subject of the verification mail. */
export const confirmation = /confirm|verif/i;

export const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
/** Expects a field to be described by this sentence, as a screen reader would read it. */
export const expectMessage = (page: Page, label: string, sentence: string) =>
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

/** Signs in on its page, and waits for the dashboard. */
export async function enter(page: Page, email: string, chosen = password): Promise<void> {
  await page.goto('/auth?tab=login');
  await signIn(page, email, chosen);
  await expect(page).toHaveURL('/dashboard');
}

/** Opens a second browser, without a session. */
export async function openSecondBrowser(browser: Browser, baseURL = stage): Promise<Page> {
  const context = await browser.newContext({ baseURL });
  await declineCookies(context);
  return context.newPage();
}

export const typeTopic = async (page: Page, topic: string): Promise<void> => {
  await page.goto('/');
  await page.getByLabel('Your research topic').fill(topic);
  await page.keyboard.press('Enter');
};

/** Passwords that break one rule each, with its message, in the order in which the rules are checked. */
export const passwordRules = [
  ['Short1!', 'Password must be at least 8 characters long'],
  ['lowercase1!', 'Password must contain at least one uppercase letter'],
  ['UPPERCASE1!', 'Password must contain at least one lowercase letter'],
  ['Withoutnumber!', 'Password must contain at least one number'],
  ['Withoutspecial1', 'Password must contain at least one special character'],
] as const;

/** Waits for a mail that is newer than `before`. */
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
