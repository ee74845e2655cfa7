import { expect } from '@playwright/test';
import type { ReaderSetup } from '#e2e/stage/setup.ts';
import {
  after,
  as,
  down,
  keys,
  type Open,
  offline,
  openDigest,
  openSettings,
  openTopic,
  press,
  pressed,
  says,
  shown,
  slow,
  typeIn,
} from '#e2e/support/actions.ts';
import { endSessions, openAs } from '#e2e/support/browser.ts';

export const topics = [
  'sleep and memory consolidation',
  'CRISPR base editing',
  'soil microbiome and drought',
  'graph neural networks for molecules',
  'antimicrobial resistance in hospitals',
  'long COVID and fatigue',
  'quantum error correction',
  'gut microbiome in Parkinson’s disease',
  'perovskite solar cells',
  'protein structure prediction',
].map((term) => ({ term }));

/** A reader with one weekly digest and feedback on each of its three papers. */
export const readerWithFeedback: ReaderSetup = {
  terms: [{ term: 'soil microbiome and drought' }],
  digests: ['whole'],
  judged: ['more', 'less', 'more'],
};

const weeklyDigests = (count: number) => Array.from({ length: count }, () => 'whole' as const);

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

const topic = 'soil microbiome and drought';

/** The desk with one digest's unanswered papers. */
const openDesk = after(
  as({ terms: [{ term: topic }], digests: ['whole'] }),
  shown('heading', '3 new papers'),
);

/** The shelf of a reader who keeps two papers. */
const openShelf = after(
  openDesk,
  keys('s', 's'),
  shown('heading', '1 new paper'),
  (page) => page.getByRole('link', { name: 'Shelf' }).click(),
  says(/^2 papers$/),
);
const empty = as({}, '/shelf');

function pageOf(isActive: boolean): Open {
  const reader = as({ tier: 'pro', terms: [{ term: 'sleep and memory', isActive }] });
  const open: Open = (page) => page.getByRole('link', { name: 'sleep and memory' }).first().click();
  return after(reader, open, shown('heading', 'What came'));
}

async function proposeTopics(page: Parameters<Open>[0]): Promise<void> {
  await openAs(page, {}, '/follow');
  await typeIn(page, 'References', '990001007\n990001014\n10.1000/not-a-doi');
  await page.getByRole('button', { name: 'Import' }).click();
  await page.getByRole('button', { name: /^Propose topics from/ }).click({ timeout: 30_000 });
  await expect(page.getByRole('button', { name: /^Follow/ })).toBeVisible();
}

type Kind = NonNullable<ReaderSetup['digests']>[number];

const dialogOf = (kind: Kind) => after(as({ digests: [kind] }), pressed(/Research Digest$/), shown('dialog'));
const digestPage =
  (setup: ReaderSetup): Open =>
  (page) =>
    openDigest(page, setup);
const pageWith = (kind: Kind) => after(digestPage({ digests: [kind] }), shown('article'));
const ofTopic = (kind: Kind) =>
  digestPage({ terms: [{ term: 'soil microbiome and drought' }], digests: [kind] });
const nowhere = as({}, '/digests/00000000-0000-4000-8000-000000000000');

/** Screens of a signed-in reader. */
export const readerScreens = {
  // The dashboard with its dialogs.
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
  // The desk's screens.
  'desk, answered': after(openDesk, keys('s', 'x'), shown('heading', '1 new paper')),
  'desk, account menu': after(openDesk, (page) => page.getByLabel(/^Your account: /).click()),
  'desk, a paper on a phone': after(
    (page) => page.setViewportSize({ width: 360, height: 740 }),
    openDesk,
    pressed(/^A drought/),
    shown('dialog'),
  ),
  'desk, long texts': as({ terms: [{ term: topic }], digests: ['hostile'] }),
  'desk, keys': after(openDesk, keys('?'), shown('dialog', 'Keys')),
  'desk, failed': after(
    down('**/api/desk'),
    as({ terms: [{ term: topic }], digests: weeklyDigests(1) }),
    says('Your new papers could not be loaded'),
  ),
  // The shelf and its actions.
  shelf: after(openShelf, pressed('Read'), shown('button', /^Undo/)),
  'shelf, selected papers': async (page) => {
    await after(openShelf, pressed('Select'))(page);
    for (const box of await page.getByRole('checkbox', { name: /^Select/ }).all()) await box.check();
    await expect(page.getByRole('toolbar', { name: 'Selected papers' })).toContainText('2 selected');
  },
  'shelf, note and tag': async (page) => {
    await after(openShelf, pressed(/^Tag for/))(page);
    await page.getByLabel('New tag').fill('lab meeting');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('option', { name: 'lab meeting (1)' })).toBeAttached();
    await page.getByRole('textbox', { name: /^Note/ }).fill('**No control** arm.');
    await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  },
  'shelf, filters': async (page) => {
    await openShelf(page);
    await page.getByLabel('Search your shelf').fill('zebrafish');
    await expect(page.getByText('0 matches', { exact: true })).toBeVisible();
  },
  'shelf, import': after(empty, pressed('Import'), shown('dialog', 'Import papers')),
  'shelf, import refused': after(
    empty,
    pressed('Import'),
    (page) => page.getByLabel('References').fill('[]'),
    pressed('Import'),
    says('This looks like CSL-JSON, but no reference in it could be read.'),
  ),
  'shelf, empty': empty,
  'shelf, failed': after(down(/\/api\/shelf\?/), empty, shown('button', 'Try again')),
  // A topic's page, and how a typed topic is understood.
  'topic page': after(pageOf(true), says(/close match(es)?, \d+ sent/)),
  'topic page, paused': after(pageOf(false), shown('button', 'Resume')),
  'begin from papers': after(as({}, '/follow'), shown('button', 'Import')),
  'proposed topics': after(proposeTopics, pressed(/^Rename/)),
  'topic understood': async (page) => {
    await openAs(page, {});
    await typeIn(page, 'Research topic', 'randomized trials of sleep AND (memory OR EEG) NOT mice');
    await page
      .getByRole('region', { name: 'Understood as' })
      .getByRole('button', { name: /^sleep/ })
      .click();
  },
  'topic not understood': async (page) => {
    await openAs(page, {});
    await typeIn(page, 'Research topic', 'xqzzy AND (flurb');
    await expect(page.getByText(/No paper of the last year has/).last()).toBeVisible();
  },
  // One digest in its dialog and on its page, and the list of all digests.
  digest: dialogOf('whole'),
  'digest, partial': dialogOf('partial'),
  'digest, long texts': dialogOf('hostile'),
  'digest, before summaries': dialogOf('plain'),
  'digest page': pageWith('whole'),
  'digest page, a paper': async (page) => {
    await after(digestPage(readerWithFeedback), shown('article'), keys('j'))(page);
    await page.getByText(/· Relevance 91%/).click();
    await page.getByLabel(/^More for A drought/).click();
  },
  'shared page': async (page) => {
    await after(pageWith('whole'), pressed('Share'), pressed('Share by a link'))(page);
    await page.goto(await page.getByLabel('Address of the shared page').inputValue());
    await says('Strong match')(page);
  },
  'digest page, partial': pageWith('partial'),
  'digest page, long texts': pageWith('hostile'),
  'digest page, close matches': after(
    ofTopic('crowded'),
    pressed('Show the other 13 close matches'),
    shown('button', 'Show more'),
  ),
  'digest page, no papers': after(
    ofTopic('empty'),
    says('The closest was'),
    says('digests for this topic start at 5%'),
  ),
  'digest page, not found': nowhere,
  'digest page, loading': after(slow('**/api/digests/*'), nowhere),
  'digest page, failed': after(down('**/api/digests/*'), nowhere, shown('button', 'Try again')),
  'all digests, loading': after(slow(/\/api\/digests\?/), as({}, '/digests')),
  'all digests, failed': after(down(/\/api\/digests\?/), as({}, '/digests'), shown('button', 'Try again')),
  'all digests': as({ digests: weeklyDigests(30) }, '/digests'),
  'all digests, none': as({}, '/digests'),
  'all digests, no match': as({ digests: weeklyDigests(3) }, '/digests?q=zebrafish'),
} satisfies Record<string, Open>;
