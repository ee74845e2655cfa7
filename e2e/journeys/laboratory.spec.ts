import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { signInProblems } from '#features/signOn/contract.ts';
import { laboratory, laboratoryControl } from '../servers/servers.ts';
import {
  confirmation,
  enter,
  field,
  fillSignup,
  newAddress,
  openSecondBrowser,
  password,
  signIn,
} from '../support/accountForms.ts';
import { expect, expectToast, linkIn, newestMail } from '../support/browser.ts';
import { testOn } from '../support/ownServer.ts';

const test = testOn('laboratory');

// One server, which has one first administrator: the journeys build on each other.
test.describe.configure({ mode: 'serial' });

const boss = 'boss@example.org';
const section = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const row = (page: Page, email: string) =>
  section(page, 'Readers').getByRole('listitem').filter({ hasText: email });

/** Another person's browser. */
const visitor = (browser: Browser) => openSecondBrowser(browser, laboratory);

async function openAsBoss(page: Page): Promise<void> {
  await enter(page, boss);
  await page.goto('/admin');
  await expect(page.getByRole('heading', { name: 'Administration', exact: true })).toBeVisible();
}

/** Creates an invitation on the administration page and returns its address on this server. */
async function invite(page: Page, note: string): Promise<string> {
  const invitations = section(page, 'Invitations');
  await invitations.getByLabel(/For whom/).fill(note);
  await invitations.getByRole('button', { name: 'Create invitation' }).click();
  const link = await invitations.getByText(/^http:\S+\/invite/).innerText();
  return link.replace(laboratory, '');
}

async function confirm(page: Page, request: APIRequestContext, email: string): Promise<void> {
  const mail = await newestMail(request, email, confirmation);
  await page.goto(linkIn(mail, '/verify-email'));
  await expect(page.getByText('Email Verified Successfully!')).toBeVisible();
}

async function joinByInvitation(page: Page, request: APIRequestContext, link: string, email: string) {
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'You are invited' })).toBeVisible();
  await fillSignup(page, email);
  await page.getByRole('button', { name: 'Create Account' }).click();
  await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
  await confirm(page, request, email);
}

test('the first visitor of a new server becomes its administrator with the code that the server printed, once', async ({
  page,
}) => {
  const { code } = (await (await page.request.get(`${laboratoryControl}/setup-code`)).json()) as {
    code: string;
  };
  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Set up this server' })).toBeVisible();
  const fill = async (typed: string) => {
    await field(page, 'Setup code').fill(typed);
    await field(page, 'Email').fill(boss);
    await field(page, 'Password').fill(password);
    await field(page, 'Confirm password').fill(password);
    await page.getByRole('button', { name: 'Create administrator' }).click();
  };
  await fill('AAAAA-AAAAA-AAAAA-AAAAA');
  await expect(page.getByText(/This code is wrong or has been used/)).toBeVisible();
  await fill(code.toLowerCase());
  await expect(page.getByRole('heading', { name: 'Dashboard' })).toBeVisible();

  await page.goto('/setup');
  await expect(page.getByRole('heading', { name: 'Setup is complete' })).toBeVisible();
});

test.describe('invitation', () => {
  test('admits one person to a server that refuses others', async ({ page, request, browser }) => {
    await openAsBoss(page);
    const link = await invite(page, 'Nora, room 12');
    await expect(
      section(page, 'Invitations').getByRole('listitem').filter({ hasText: 'Nora, room 12' }),
    ).toContainText('open');

    const guest = await visitor(browser);
    await guest.goto('/auth?tab=signup');
    await expect(guest.getByText(/invit/i).first()).toBeVisible();
    await expect(guest.getByRole('button', { name: 'Create Account' })).toHaveCount(0);

    const email = newAddress();
    await joinByInvitation(guest, request, link, email);
    await enter(guest, email);
    await guest.goto('/admin');
    await expect(guest.getByText('This page is for the administrators of this server.')).toBeVisible();

    const late = await visitor(browser);
    await late.goto(link);
    await expect(late.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
    await page.reload();
    await expect(
      section(page, 'Invitations').getByRole('listitem').filter({ hasText: 'Nora, room 12' }),
    ).toContainText('used');
  });

  test('admits nobody after it is withdrawn', async ({ page, browser }) => {
    await openAsBoss(page);
    const link = await invite(page, 'Somebody else');
    await page.getByRole('button', { name: 'Withdraw the invitation for Somebody else' }).click();
    await expect(
      section(page, 'Invitations').getByRole('listitem').filter({ hasText: 'Somebody else' }),
    ).toContainText('revoked');
    const guest = await visitor(browser);
    await guest.goto(link);
    await expect(guest.getByRole('heading', { name: 'This invitation cannot be used' })).toBeVisible();
  });
});

test.describe('administrator', () => {
  test('suspends, readmits, appoints and deletes a reader, with an audit log', async ({
    page,
    request,
    browser,
  }) => {
    await openAsBoss(page);
    const email = newAddress();
    const reader = await visitor(browser);
    await joinByInvitation(reader, request, await invite(page, 'To be managed'), email);
    await enter(reader, email);

    await page.reload();
    await field(page, 'Email contains').fill(email.slice(0, 12));
    await section(page, 'Readers').getByRole('button', { name: 'Search' }).click();
    await expect(section(page, 'Readers').getByRole('status')).toHaveText('1 account');
    await page.getByRole('button', { name: `Suspend ${email}` }).click();
    await expect(row(page, email).getByText('Suspended')).toBeVisible();
    await reader.goto('/dashboard');
    await expect(reader).toHaveURL(/\/auth/);
    await signIn(reader, email);
    await expect(reader).not.toHaveURL('/dashboard');

    await page.getByRole('button', { name: `Readmit ${email}` }).click();
    await expect(row(page, email).getByText('Suspended')).toHaveCount(0);
    await page.getByRole('button', { name: `Make administrator ${email}` }).click();
    await expect(row(page, email).getByText('Administrator', { exact: true })).toBeVisible();
    await enter(reader, email);
    await reader.goto('/admin');
    await expect(section(reader, 'Audit log')).toBeVisible();

    await page.getByRole('button', { name: `Remove as administrator ${email}` }).click();
    await page.getByRole('button', { name: `Delete ${email}` }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete account' }).click();
    await expectToast(page, 'Account Deleted');
    await expect(section(page, 'Readers').getByRole('status')).toHaveText('0 accounts');
    const log = section(page, 'Audit log');
    for (const act of [/suspend/i, /readmit/i, /administrator/i, /delete/i])
      await expect(log.getByText(act).first()).toBeVisible();
  });

  test('shows readers a banner, and removes it', async ({ page, browser }) => {
    await openAsBoss(page);
    const reader = await visitor(browser);
    await enter(reader, boss);
    const text = 'The server rests on Sunday from 6 to 7.';
    await field(page, 'Text for all readers').fill(text);
    await section(page, 'Banner').getByRole('button', { name: 'Save' }).click();
    await expectToast(page, 'Banner Saved');
    await reader.reload();
    await expect(reader.getByText(text)).toBeVisible();
    await field(page, 'Text for all readers').fill('');
    await section(page, 'Banner').getByRole('button', { name: 'Save' }).click();
    await expect(async () => {
      await reader.reload();
      await expect(reader.getByRole('heading', { name: 'Dashboard' })).toBeVisible();
      await expect(reader.getByText(text)).toHaveCount(0);
    }).toPass();
  });
});

test.describe('single sign-on', () => {
  const signInAs = async (page: Page, name: string) => {
    await page.goto('/auth?tab=login');
    await page.getByRole('link', { name: /^Sign in with/ }).click();
    await page.getByRole('link', { name }).click();
  };

  test('joins no account that has a password by its address alone', async ({ page, request, browser }) => {
    await openAsBoss(page);
    const reader = await visitor(browser);
    await joinByInvitation(reader, request, await invite(page, 'Ada'), 'ada@example.org');
    await reader.context().clearCookies();
    await signInAs(reader, 'Ada Reader');
    await expect(reader).toHaveURL(/problem=known/);
    await expect(reader.getByText(signInProblems.known)).toBeVisible();
  });
});
