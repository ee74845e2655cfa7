import { expect } from '@playwright/test';
import type { ReaderSetup } from '#e2e/stage/setup.ts';
import {
  after,
  as,
  down,
  type Open,
  offline,
  openSettings,
  openTopic,
  press,
  pressed,
  says,
  shown,
  slow,
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

const oneTopic = as({ terms: topics.slice(0, 1) });
const inSettings = (button: string | RegExp, ...steps: Open[]) =>
  after(as({}), openSettings, pressed(button), ...steps);

/** The dashboard with its dialogs. */
export const dashboardScreens = {
  'dashboard, empty': as({}),
  'dashboard, loading': after(slow('**/api/users/*/search-terms'), as({})),
  'dashboard, server down': after(down('**/api/auth/me'), as({}), shown('button', 'Try again')),
  'dashboard, every state': as(inEveryState),
  'dashboard, many topics': as({ tier: 'team', terms: topics, digests: weeklyDigests(30) }),
  'dashboard, long texts': as(longTexts),
  'dashboard, failed lists': after(
    down(/\/api\/digests\?/, '**/api/users/*/search-terms', '**/api/users/*/preferences'),
    as({}),
    shown('heading', 'Your Search Queue'),
  ),
  'dashboard, offline': after(oneTopic, shown('heading', 'Account Status'), offline),
  'topic, editing': after(oneTopic, pressed(/^Edit/)),
  'topic, adding a phrase': async (page) => {
    await after(as({ ...readerWithFeedback, tier: 'team' }), openTopic, pressed(/^Change filters/))(page);
    await page.getByLabel('Trials').check();
    await page.getByLabel('How often').selectOption('daily');
    await after(pressed('Save'), says('Only trials.'), pressed('5 more'), pressed('Add a name'))(page);
    await expect(page.getByLabel('Another word or phrase')).toBeFocused();
  },
  notification: after(
    as({ terms: topics.slice(0, 2), tier: 'pro' }),
    pressed(/^Delete search term/),
    shown('button', 'Undo'),
  ),
  'plan limit reached': async (page) => {
    await oneTopic(page);
    await typeIn(page, 'Research topic', 'another topic');
    await press(page, 'Add');
    await expect(page).toHaveURL('/subscribe?tier=pro');
  },
  'topic feedback': async (page) => {
    await after(as(readerWithFeedback), openTopic)(page);
    await page.getByText('More', { exact: true }).click();
    await press(page, /^Learned from/);
    await expect(page.getByRole('list', { name: 'Papers with feedback' }).getByRole('listitem')).toHaveCount(
      3,
    );
  },
  'cancel subscription': after(
    as({ tier: 'team' }),
    pressed('Cancel Subscription'),
    shown('button', /^Keep until/),
  ),
  settings: as({ tier: 'team', terms: topics.slice(0, 2), digests: ['whole'] }, '/settings'),
  'delete account': inSettings(/^Delete account/, shown('dialog')),
  sessions: inSettings(/^Where you are signed in/, shown('dialog'), says('This browser')),
  passkeys: inSettings(/^Passkeys/, (page) => expect(page.getByLabel('Name of a new passkey')).toBeVisible()),
  'security activity': after(
    as({}),
    (page) => page.request.post('/api/tokens', { data: { name: 'Notebook' } }),
    openSettings,
    pressed(/^Security activity/),
    says('API token created'),
  ),
  'change password, refused': inSettings('Change password', async (page) => {
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New Password', { exact: true }).fill('weak');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
  }),
  feeds: after(
    as({ terms: topics.slice(0, 1) }, '/settings'),
    pressed(/^Feeds/),
    pressed('Create feed addresses'),
    (page) => expect(page.getByLabel('All topics')).toBeVisible(),
  ),
  'filters and schedule': async (page) => {
    const team = as({ tier: 'team', terms: topics.slice(0, 1) });
    await after(team, openTopic, pressed(/^Change filters/))(page);
    const dialog = page.getByRole('region', { name: 'Filters and schedule', exact: true });
    await dialog.getByRole('textbox', { name: 'Must not contain' }).fill('mouse');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Trials').check();
    await dialog.getByLabel('How often').selectOption('weekly');
    await expect(dialog.getByLabel('Thursday')).toBeVisible();
    await expect(dialog.getByText(/^Would have kept \d+ of \d+ last week/)).toBeVisible();
  },
  'filters and schedule, Free': after(
    oneTopic,
    openTopic,
    pressed(/^Change filters/),
    says(/are part of Research Team/),
  ),
  'session expired': async (page) => {
    const reader = await openAs(page, { digests: ['whole'] }, '/digests');
    await expect(page.getByRole('link', { name: /Research Digest$/ })).toBeVisible();
    await endSessions(reader);
    await page.reload();
    await expect(page).toHaveURL('/auth');
  },
} satisfies Record<string, Open>;
