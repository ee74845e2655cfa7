import type { Page } from '@playwright/test';
import { stageControl } from '../servers/servers.ts';
import { openDigest } from '../support/actions.ts';
import { expect, inoculum, openAs, reader, test } from '../support/browser.ts';

const services = async () => {
  const answer = await fetch(`${stageControl}/channels`);
  return (await answer.json()) as { addresses: Record<string, string>; received: string[] };
};

const terms = [{ term: 'sleep and memory' }];
const connection = (page: Page, name: RegExp) => page.getByRole('button', { name }).click();

async function connectZotero(page: Page, key = 'P9NiFoyLeZu2bZNvvuQPDWsd'): Promise<void> {
  await page.getByLabel('Zotero key').fill(key);
  await page.getByRole('button', { name: 'Connect Zotero' }).click();
}

async function openChannels(page: Page): Promise<void> {
  await openAs(page, { tier: 'pro', terms }, '/settings');
  await connection(page, /^More connections/);
  await expect(page.getByRole('dialog', { name: 'Also send to' })).toBeVisible();
}

test.describe('channel list of a topic', () => {
  test('explains an invalid address, adds a webhook, shows its secret once, sends a test, and removes it', async ({
    page,
  }) => {
    const { addresses } = await services();
    await openChannels(page);
    const form = page.getByRole('form', { name: 'Send digests to another place' });
    await form.getByLabel('Address').fill('my webhook');
    await form.getByRole('button', { name: 'Send digests there' }).click();
    await expect(form.getByText('Please enter an address that begins with https://.')).toBeVisible();
    await form
      .getByLabel('Address')
      .fill('https://matrix.example.org/_matrix/client/v3/rooms/!a:example.org');
    await expect(form.getByLabel('Access token')).toBeVisible();
    await form.getByRole('button', { name: 'Send digests there' }).click();
    await expect(form.getByText(/Please enter the access token/)).toBeVisible();

    await form.getByLabel('Address').fill(addresses.webhook!);
    await form.getByRole('button', { name: 'Send digests there' }).click();
    await expect(form.getByLabel('Signing secret')).toHaveValue(/^whsec_/);
    const entry = page.getByRole('listitem').filter({ hasText: 'Webhook' });
    await entry.getByRole('button', { name: /^Send a test/ }).click();
    await expect(entry.getByText('Sent', { exact: true })).toBeVisible();
    expect((await services()).received.join()).toContain('webhook.test');

    await page.reload();
    await connection(page, /^More connections/);
    await expect(page.getByLabel('Signing secret')).toHaveCount(0);
    await entry.getByRole('button', { name: /^New secret/ }).click();
    await expect(entry.getByLabel('New signing secret')).toHaveValue(/^whsec_/);
    await entry.getByRole('button', { name: /^Remove/ }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(entry).toHaveCount(0);
  });
});

test('Zotero connects with a key, receives every paper of a topic in a collection, and disconnects', async ({
  page,
}) => {
  await openAs(page, { tier: 'pro', terms, digests: ['whole'] }, '/settings');
  await connection(page, /^Zotero/);
  await connectZotero(page, 'unknownKey1');
  await expect(page.getByText(/Zotero does not know this key/)).toBeVisible();
  await connectZotero(page);
  await expect(page.getByText('Connected as Ada Reader')).toBeVisible();
  await page.getByLabel('Collection').selectOption({ label: 'Reading list' });
  await expect(page.getByLabel('Collection')).toHaveValue('T3DAUPWW');
  await page.getByRole('switch', { name: 'sleep and memory' }).click();
  await expect(page.getByRole('switch', { name: 'sleep and memory' })).toBeChecked();
  await page.getByRole('button', { name: 'Disconnect Zotero' }).click();
  await expect(page.getByLabel('Zotero key')).toBeVisible();
});

test('a kept paper arrives in Zotero', async ({ page, request }) => {
  await openAs(page, reader, '/settings');
  await connection(page, /^Zotero/);
  await connectZotero(page);
  await expect(page.getByText('Connected as Ada Reader')).toBeVisible();
  await page.goto('/dashboard');
  await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
  await page.keyboard.press('s');
  await expect(async () => {
    await request.post(`${stageControl}/tick`);
    const sent = (await (await request.get(`${stageControl}/zotero`)).json()) as { title?: string }[];
    expect(sent.map((one) => one.title)).toContain(inoculum);
  }).toPass({ timeout: 60_000 });
});

test('sharing creates a page that anyone can read until sharing ends', async ({ page, browser }) => {
  await openDigest(page, { digests: ['whole'] });
  await page.getByRole('button', { name: 'Share', exact: true }).click();
  await page.getByRole('button', { name: 'Share by a link' }).click();
  const address = await page.getByLabel('Address of the shared page').inputValue();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(address);
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(stranger.getByRole('heading', { level: 2 }).first()).toBeVisible();
  await page.getByRole('button', { name: 'Stop sharing' }).click();
  await expect(page.getByRole('button', { name: 'Share by a link' })).toBeVisible();
  await stranger.goto(`${address}?again`);
  await expect(stranger.getByText('This page is not shared')).toBeVisible();
  await stranger.context().close();
});
