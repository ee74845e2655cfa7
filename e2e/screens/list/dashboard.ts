import { expect } from '@playwright/test';
import type { ReaderSetup } from '#e2e/stage/setup.ts';
import {
  as,
  delayResponse,
  type Open,
  openSettings,
  openTopic,
  press,
  proxyError,
  typeIn,
} from '#e2e/support/actions.ts';
import { endSessions, openAs } from '#e2e/support/readers.ts';
import { readerWithFeedback, topics, weeklyDigests } from './readers.ts';

const inEveryState: ReaderSetup = {
  tier: 'pro',
  terms: [
    { term: 'sleep and memory' },
    { term: 'gut microbiome', status: 'processing' },
    {
      term: 'soil and drought',
      status: 'failed',
      statusDetail:
        'None of the four sources answered. Nothing was counted as read; the search is tried again by itself.',
    },
    { term: 'protein folding', status: 'pending' },
    { term: 'graph transformers', isActive: false },
  ],
  digests: ['whole', 'general', 'plain', 'partial'],
};

const longTexts: ReaderSetup = {
  tier: 'team',
  terms: [
    { term: `Pneumonoultramicroscopicsilicovolcanoconiosis_${'x'.repeat(250)}` },
    { term: 'مقاومة المضادات الحيوية في المستشفيات ووحدات العناية المركزة' },
    { term: '<script>alert(1)</script> & "quotes" 抗生素耐药性研究进展' },
  ],
  digests: ['hostile', 'partial'],
};

/** The dashboard with its dialogs. */
export const dashboardScreens = {
  'dashboard, empty': as({}),
  'dashboard, loading': async (page) => {
    await delayResponse(page, '**/api/users/*/search-terms');
    await openAs(page, {});
  },
  'dashboard, server down': async (page) => {
    await proxyError(page, '**/api/auth/me');
    await openAs(page, {});
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'dashboard, every state': as(inEveryState),
  'dashboard, many topics': as({ tier: 'team', terms: topics, digests: weeklyDigests(30) }),
  'dashboard, long texts': as(longTexts),
  'dashboard, failed lists': async (page) => {
    await proxyError(page, /\/api\/digests\?/);
    await proxyError(page, '**/api/users/*/search-terms');
    await proxyError(page, '**/api/users/*/preferences');
    await openAs(page, {});
    await expect(page.getByRole('heading', { name: 'Your Search Queue' })).toBeVisible();
  },
  'dashboard, offline': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await expect(page.getByRole('heading', { name: 'Account Status' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline/)).toBeVisible();
  },
  'topic, editing': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await press(page, /^Edit/);
  },
  'topic, adding a phrase': async (page) => {
    await openAs(page, { ...readerWithFeedback, tier: 'team' });
    await openTopic(page);
    await press(page, /^Change filters/);
    await page.getByLabel('Trials').check();
    await page.getByLabel('How often').selectOption('daily');
    await press(page, 'Save');
    await expect(page.getByText('Only trials.')).toBeVisible();
    await press(page, '5 more');
    await press(page, 'Add a name');
    await expect(page.getByLabel('Another word or phrase')).toBeFocused();
  },
  notification: async (page) => {
    await openAs(page, { terms: topics.slice(0, 2), tier: 'pro' });
    await press(page, /^Delete search term/);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  },
  'plan limit reached': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await typeIn(page, 'Research topic', 'another topic');
    await press(page, 'Add');
    await expect(page).toHaveURL('/subscribe?tier=pro');
  },
  'topic feedback': async (page) => {
    await openAs(page, readerWithFeedback);
    await openTopic(page);
    await page.getByText('More', { exact: true }).click();
    await press(page, /^Learned from/);
    await expect(page.getByRole('list', { name: 'Papers with feedback' }).getByRole('listitem')).toHaveCount(
      3,
    );
  },
  'cancel subscription': async (page) => {
    await openAs(page, { tier: 'team' });
    await press(page, 'Cancel Subscription');
    await expect(page.getByRole('button', { name: /^Keep until/ })).toBeVisible();
  },
  settings: as({ tier: 'team', terms: topics.slice(0, 2), digests: ['whole'] }, '/settings'),
  'delete account': async (page) => {
    await openAs(page, {});
    await openSettings(page);
    await press(page, /^Delete account/);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  sessions: async (page) => {
    await openAs(page, {});
    await openSettings(page);
    await press(page, /^Where you are signed in/);
    await expect(page.getByRole('dialog').getByText('This browser')).toBeVisible();
  },
  passkeys: async (page) => {
    await openAs(page, {});
    await openSettings(page);
    await press(page, /^Passkeys/);
    await expect(page.getByLabel('Name of a new passkey')).toBeVisible();
  },
  'security activity': async (page) => {
    await openAs(page, {});
    await page.request.post('/api/tokens', { data: { name: 'Notebook' } });
    await openSettings(page);
    await press(page, /^Security activity/);
    await expect(page.getByRole('dialog').getByText('API token created')).toBeVisible();
  },
  'change password, refused': async (page) => {
    await openAs(page, {});
    await openSettings(page);
    await press(page, 'Change password');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New Password', { exact: true }).fill('weak');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
  },
  feeds: async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) }, '/settings');
    await press(page, /^Feeds/);
    await press(page, 'Create feed addresses');
    await expect(page.getByLabel('All topics')).toBeVisible();
  },
  'filters and schedule': async (page) => {
    await openAs(page, { tier: 'team', terms: topics.slice(0, 1) });
    await openTopic(page);
    await press(page, /^Change filters/);
    const dialog = page.getByRole('region', { name: 'Filters and schedule', exact: true });
    await dialog.getByRole('textbox', { name: 'Must not contain' }).fill('mouse');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Trials').check();
    await dialog.getByLabel('How often').selectOption('weekly');
    await expect(dialog.getByLabel('Thursday')).toBeVisible();
    await expect(dialog.getByText(/^Would have kept \d+ of \d+ last week/)).toBeVisible();
  },
  'filters and schedule, Free': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await openTopic(page);
    await press(page, /^Change filters/);
    await expect(page.getByText(/are part of Research Team/)).toBeVisible();
  },
  'session expired': async (page) => {
    const reader = await openAs(page, { digests: ['whole'] }, '/digests');
    await expect(page.getByRole('link', { name: /Research Digest$/ })).toBeVisible();
    await endSessions(reader);
    await page.reload();
    await expect(page).toHaveURL('/auth');
  },
} satisfies Record<string, Open>;
