// Longer than 250 lines because it is a list: every screen of the product in every state that looks different.
import { expect, type Page } from '@playwright/test';
import type { WantedReader } from '../stage/wanted.ts';
import { linkIn, newestMail } from '../support/browser.ts';
import { endSessions, newReader, newSignUp, openAs } from '../support/readers.ts';

/** Leads a page to the screen and into the state. */
export type Open = (page: Page) => Promise<unknown>;

export const to =
  (path: string): Open =>
  (page) =>
    page.goto(path);
export const as =
  (wanted: WantedReader, path?: string): Open =>
  (page) =>
    openAs(page, wanted, path);

export const press = (page: Page, name: string | RegExp) =>
  page.getByRole('button', { name, exact: true }).first().click();
export const fill = (page: Page, label: string, text: string) =>
  page.getByLabel(label, { exact: true }).fill(text);
export const password = 'Correct-horse-9-battery';

/** What a proxy says for a server that is down: an answer, and no word of ours in it. */
export const proxyError = (page: Page, path: string) =>
  page.route(path, (route) =>
    route.fulfill({ status: 502, contentType: 'text/html', body: '<h1>502 Bad Gateway</h1>' }),
  );

/** Holds an answer back long enough for what stands there meanwhile to be seen. */
const late = (page: Page, path: string, ms = 10_000) =>
  page.route(path, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, ms));
    await route.continue().catch(() => undefined);
  });

/** From now on what the page waits for comes sixty times later. */
const slowDown = (page: Page) =>
  page.evaluate(() => {
    const wait = window.setTimeout;
    window.setTimeout = ((run: () => void, ms = 0) =>
      wait(run, ms < 500 ? ms : ms * 60)) as typeof window.setTimeout;
  });

/** The steps pass by the clock: it is slowed down in the step before the one that is to stay. */
async function searchAt(page: Page, percent: '10%' | '30%' | '60%' | '100%'): Promise<void> {
  await page.goto(`/verify-email?token=${(await newSignUp('sleep and memory consolidation')).token}`);
  await late(page, '**/api/immediate-search', 4000);
  const shown = (step: string) => page.getByRole('dialog').getByText(step, { exact: true });
  const before = { '10%': null, '30%': '10%', '60%': '30%', '100%': '90%' }[percent];
  if (before) {
    await press(page, 'Process Search & Continue');
    await expect(shown(before)).toBeVisible();
    await slowDown(page);
  } else {
    await expect(page.getByRole('heading', { name: 'Email Verified Successfully!' })).toBeVisible();
    await slowDown(page);
    await press(page, 'Process Search & Continue');
  }
  await expect(shown(percent)).toBeVisible();
}

const topics = [
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

const inEveryState: WantedReader = {
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

const longest: WantedReader = {
  tier: 'team',
  terms: [
    { term: `Pneumonoultramicroscopicsilicovolcanoconiosis_${'x'.repeat(250)}` },
    { term: 'مقاومة المضادات الحيوية في المستشفيات ووحدات العناية المركزة' },
    { term: '<script>alert(1)</script> & "quotes" 抗生素耐药性研究进展' },
  ],
  digests: ['hostile', 'partial'],
};

const judged: WantedReader = {
  terms: [{ term: 'soil microbiome and drought' }],
  digests: ['whole'],
  judged: ['more', 'less', 'more'],
};

const weeks = (count: number) => Array.from({ length: count }, () => 'whole' as const);

async function openDigest(page: Page, name: 'whole' | 'hostile' | 'partial' | 'plain'): Promise<void> {
  await openAs(page, { digests: [name] });
  await press(page, /Research Digest$/);
  await expect(page.getByRole('dialog')).toBeVisible();
}

async function openDigestPage(page: Page, name: 'whole' | 'hostile' | 'partial'): Promise<void> {
  await openAs(page, { digests: [name] }, '/digests');
  await page.getByRole('link', { name: /Research Digest$/ }).click();
  await expect(page.getByRole('article')).toBeVisible();
}

async function openFeedback(page: Page, verdict: 'more' | 'less'): Promise<void> {
  const { feedback } = await newReader({ ...judged, judged: [] });
  await page.goto(`/feedback?token=${feedback[0]}&verdict=${verdict}`);
}

async function begin(page: Page): Promise<string> {
  await openAs(page, {}, '/terms');
  const answer = await page.request.post('/api/create-subscription', { data: { tier: 'pro' } });
  return (await answer.json()).subscriptionId;
}

/** Card fields of the sandbox, and the press. */
export async function payWith(page: Page, number: string, zip = '10115'): Promise<void> {
  await page.getByRole('textbox', { name: 'Card number' }).fill(number);
  await page.getByRole('textbox', { name: 'Expiry date' }).fill('12 / 39');
  await page.getByRole('textbox', { name: 'CVC' }).fill('123');
  await page.getByLabel('ZIP code').fill(zip);
  await press(page, /^(Subscribe for|Pay) \$/);
}

async function refused(page: Page): Promise<string> {
  await openAs(page, {}, '/payment?tier=pro&email={email}');
  const made = page.waitForResponse('**/api/create-subscription');
  await payWith(page, '4000 0000 0000 0002');
  await expect(page.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  return (await (await made).json()).subscriptionId;
}

export const screens = {
  landing: to('/'),
  'cookie banner': async (page) => {
    await page.addInitScript(() => localStorage.clear());
    await page.goto('/');
    await expect(page.getByRole('region', { name: 'Cookies' })).toBeVisible();
  },
  'cookie preferences': async (page) => {
    await page.goto('/');
    await press(page, 'Cookie Settings');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  terms: to('/terms'),
  privacy: to('/privacy'),
  'no page': to('/no/such/page'),
  'page that does not load': async (page) => {
    // What the page says of it there is meant.
    await page.addInitScript(() => {
      console.error = () => undefined;
    });
    await page.goto('/login');
    await page.route('**/assets/SignupPage-*.js', (route) => route.abort());
    await page.getByRole('link', { name: 'Sign up' }).click();
    await expect(page.getByRole('heading', { name: 'This page could not be shown' })).toBeVisible();
  },
  'sign in, offline': async (page) => {
    await page.goto('/auth?tab=login');
    await expect(page.getByRole('button', { name: 'Sign In' })).toBeVisible();
    await page.context().setOffline(true);
    await expect(page.getByText(/^You are offline/)).toBeVisible();
  },

  'sign up': to('/auth'),
  'sign up with a topic': async (page) => {
    await page.goto('/');
    await fill(page, 'Your research topic', 'sleep and memory consolidation');
    await press(page, 'Search');
    await expect(page.getByText('Ready to search')).toBeVisible();
  },
  'sign up with messages': async (page) => {
    await page.goto('/auth');
    await press(page, 'Create Account');
    await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  },
  'account created': async (page) => {
    await page.goto('/auth');
    await fill(page, 'Email', `someone-${crypto.randomUUID().slice(0, 8)}@example.org`);
    await fill(page, 'Password', password);
    await fill(page, 'Confirm password', password);
    for (const box of await page.getByRole('checkbox').all()) await box.check();
    await press(page, 'Create Account');
    await expect(page.getByRole('heading', { name: 'Account Created!' })).toBeVisible();
  },
  'sign in': to('/auth?tab=login'),
  'sign in refused': async (page) => {
    await page.goto('/auth?tab=login');
    await fill(page, 'Email', 'nobody@example.org');
    await fill(page, 'Password', 'wrong');
    await press(page, 'Sign In');
    await expect(page.getByRole('alert').filter({ hasText: 'Invalid email' }).first()).toBeVisible();
  },
  'forgotten password': to('/auth?tab=forgot-password'),
  'forgotten password, sent': async (page) => {
    await page.goto('/auth?tab=forgot-password');
    await fill(page, 'Email', 'nobody@example.org');
    await press(page, 'Send Reset Link');
    await expect(page.getByText(/If an account exists/).first()).toBeVisible();
  },
  'older sign in': to('/login'),
  'older sign up': to('/signup'),
  'reset password': to('/reset-password?token=none'),
  'reset on its way': async (page) => {
    await late(page, '**/api/reset-password');
    await page.goto('/reset-password?token=none');
    await fill(page, 'New Password', password);
    await fill(page, 'Confirm New Password', password);
    await press(page, 'Reset Password');
  },
  'reset complete': async (page) => {
    const { email } = await newReader();
    await page.request.post('/api/forgot-password', { data: { email } });
    await page.goto(linkIn(await newestMail(page.request, email, /password/i), '/reset-password'));
    await fill(page, 'New Password', password);
    await fill(page, 'Confirm New Password', password);
    await press(page, 'Reset Password');
    await expect(page.getByRole('heading', { name: 'Password Reset Complete' })).toBeVisible();
  },
  'cancel a sign-up': to('/cancel-signup?token=none'),

  'verification without a token': to('/verify-email'),
  'verification on its way': async (page) => {
    await late(page, '**/api/verify-email?*');
    await page.goto('/verify-email?token=none');
  },
  'verification refused': to('/verify-email?token=none'),
  verified: async (page) => page.goto(`/verify-email?token=${(await newSignUp()).token}`),
  'verified with a topic': async (page) =>
    page.goto(`/verify-email?token=${(await newSignUp('sleep and memory consolidation')).token}`),
  'search, 10%': (page) => searchAt(page, '10%'),
  'search, 30%': (page) => searchAt(page, '30%'),
  'search, 60%': (page) => searchAt(page, '60%'),
  'search complete': (page) => searchAt(page, '100%'),
  'search on its way': async (page) => {
    await page.goto(`/verify-email?token=${(await newSignUp('sleep and memory consolidation')).token}`);
    await late(page, '**/api/immediate-search');
    await press(page, 'Process Search & Continue');
    await expect(page.getByRole('dialog').getByText('90%')).toBeVisible();
  },

  'dashboard, empty': as({}),
  'dashboard, on its way': async (page) => {
    await late(page, '**/api/users/*/search-terms');
    await openAs(page, {});
  },
  'dashboard, not reached': async (page) => {
    await proxyError(page, '**/api/auth/me');
    await openAs(page, {});
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'dashboard, every state': as(inEveryState),
  'dashboard, many': as({ tier: 'team', terms: topics, digests: weeks(30) }),
  'dashboard, long texts': as(longest),
  'dashboard, lists failed': async (page) => {
    await proxyError(page, '**/api/users/*/digests');
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
  'a term being edited': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await press(page, /^Edit/);
  },
  'a phrase being added': async (page) => {
    await openAs(page, { ...judged, tier: 'team' });
    await press(page, /^Filters and schedule/);
    await page.getByRole('dialog').getByLabel('Trials').check();
    await page.getByRole('dialog').getByLabel('How often').selectOption('daily');
    await press(page, 'Save');
    await expect(page.getByText('Kept to trials.')).toBeVisible();
    await press(page, /^Add a word/);
    await expect(page.getByLabel('Another word or phrase')).toBeFocused();
  },
  'a message': async (page) => {
    await openAs(page, { terms: topics.slice(0, 2), tier: 'pro' });
    await press(page, /^Delete search term/);
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  },
  'a plan that is full': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await fill(page, 'Research topic', 'another topic');
    await press(page, 'Add');
    await expect(page).toHaveURL('/subscribe?tier=pro');
  },
  'what a topic learns from': async (page) => {
    await openAs(page, judged);
    await press(page, /^Learns from/);
    await expect(page.getByRole('dialog').getByRole('listitem')).toHaveCount(3);
  },
  cancelling: async (page) => {
    await openAs(page, { tier: 'team' });
    await press(page, 'Cancel Subscription');
    await expect(page.getByRole('button', { name: /^Keep until/ })).toBeVisible();
  },
  'deleting the account': async (page) => {
    await openAs(page, {});
    await press(page, 'Delete account');
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'places signed in': async (page) => {
    await openAs(page, {});
    await press(page, 'Where you are signed in');
    await expect(page.getByRole('dialog').getByText('This browser')).toBeVisible();
  },
  'a new password refused': async (page) => {
    await openAs(page, {});
    await press(page, 'Change password');
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('New Password', { exact: true }).fill('weak');
    await dialog.getByRole('button', { name: 'Change password' }).click();
    await expect(dialog.getByText('Password is required')).toBeVisible();
  },
  'feeds and tokens': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await page.getByText('Atom feeds and tokens').click();
    await press(page, 'Make addresses');
    await expect(page.getByLabel('All topics')).toBeVisible();
  },
  'filters and schedule': async (page) => {
    await openAs(page, { tier: 'team', terms: topics.slice(0, 1) });
    await press(page, /^Filters and schedule/);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Must not contain' }).fill('mouse');
    await page.keyboard.press('Enter');
    await dialog.getByLabel('Trials').check();
    await dialog.getByLabel('How often').selectOption('weekly');
    await expect(dialog.getByLabel('Thursday')).toBeVisible();
  },
  'filters and schedule, beyond the plan': async (page) => {
    await openAs(page, { terms: topics.slice(0, 1) });
    await press(page, /^Filters and schedule/);
    await expect(page.getByRole('dialog').getByText(/are part of Research Team/)).toBeVisible();
  },
  'session ended': async (page) => {
    const reader = await openAs(page, { digests: ['whole'] }, '/digests');
    await expect(page.getByRole('link', { name: /Research Digest$/ })).toBeVisible();
    await endSessions(reader);
    await page.reload();
    await expect(page).toHaveURL('/auth');
  },

  digest: (page) => openDigest(page, 'whole'),
  'digest, papers judged': async (page) => {
    await openAs(page, judged);
    await press(page, /Research Digest$/);
    await expect(page.getByRole('dialog')).toBeVisible();
  },
  'digest, in part': (page) => openDigest(page, 'partial'),
  'digest, long texts': (page) => openDigest(page, 'hostile'),
  'digest from before summaries': (page) => openDigest(page, 'plain'),
  'digest page': (page) => openDigestPage(page, 'whole'),
  'digest page, papers judged': async (page) => {
    await openAs(page, judged, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await expect(page.getByRole('article').getByRole('button', { pressed: true })).toHaveCount(3);
    await page.getByText('How it adds up').first().click();
  },
  'digest page, in part': (page) => openDigestPage(page, 'partial'),
  'digest page, long texts': (page) => openDigestPage(page, 'hostile'),
  'digest page, none': as({}, '/digests/00000000-0000-4000-8000-000000000000'),
  'digest page, on its way': async (page) => {
    await late(page, '**/api/digests/*');
    await openAs(page, {}, '/digests/00000000-0000-4000-8000-000000000000');
  },
  'digest page, failed': async (page) => {
    await proxyError(page, '**/api/digests/*');
    await openAs(page, {}, '/digests/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'all digests, on its way': async (page) => {
    await late(page, '**/api/users/*/digests');
    await openAs(page, {}, '/digests');
  },
  'all digests, failed': async (page) => {
    await proxyError(page, '**/api/users/*/digests');
    await openAs(page, {}, '/digests');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'all digests': as({ digests: weeks(30) }, '/digests'),
  'all digests, none': as({}, '/digests'),
  'all digests, none found': as({ digests: weeks(3) }, '/digests?q=zebrafish'),

  'plans, Free': as({}, '/subscribe'),
  'plans, Pro': as({ tier: 'pro' }, '/subscribe'),
  'plans, Team': as({ tier: 'team' }, '/subscribe'),
  'plans, for a search that waits': async (page) => {
    await openAs(page, {}, '/subscribe?tier=pro');
    await page.evaluate(() => sessionStorage.setItem('pendingSearch', 'perovskite solar cells'));
    await page.reload();
  },
  'payment without a plan': as({}, '/payment?tier=none&email={email}'),
  payment: as({}, '/payment?tier=team&email={email}'),
  'payment, upgrade': as({ tier: 'pro' }, '/payment?tier=team&email={email}'),
  'payment refused': refused,
  'payment done, no word yet': as({}, '/payment-success'),
  'payment done': as({ tier: 'pro' }, '/payment-success'),
  'payment not done': as({}, '/payment-success?redirect_status=failed'),
  finalizing: async (page) => page.goto(`/finalizing-subscription?subscriptionId=${await begin(page)}`),
  'finalizing, confirmed': async (page) => {
    await openAs(page, {}, '/payment?tier=pro&email={email}');
    await slowDown(page);
    await payWith(page, '4242 4242 4242 4242');
    await expect(page.getByRole('heading', { name: 'Subscription confirmed!' })).toBeVisible();
  },
  'finalizing, failed': async (page) => {
    await page.goto(`/finalizing-subscription?subscriptionId=${await refused(page)}`);
    await expect(page.getByRole('heading', { name: 'Payment failed' })).toBeVisible();
  },
  'another card': async (page) => {
    await page.goto(`/subscribe/fix-payment?subscriptionId=${await refused(page)}`);
    await expect(page.getByLabel('ZIP code')).toBeVisible();
  },
  'fix subscription': as({}, '/debug-subscription'),
  'fix subscription, checked': async (page) => {
    await openAs(page, { tier: 'pro' }, '/debug-subscription');
    await press(page, 'Check Payment Status');
    await expect(page.getByRole('region', { name: 'Status', exact: true })).toBeVisible();
  },

  'unsubscribe without a token': to('/unsubscribe'),
  'unsubscribe, asked': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1`);
  },
  'unsubscribed at once': async (page) =>
    page.goto(`/unsubscribe?token=${(await newReader()).unsubscribe.gone}`),
  'unsubscribed from a topic': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}`);
    await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
  },
  'subscribed again': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}`);
    await press(page, 'Undo: keep sending');
    await expect(page.getByRole('heading', { name: 'Subscribed again' })).toBeVisible();
  },
  'unsubscribe, no answer': async (page) => {
    await proxyError(page, '**/api/unsubscribe/*');
    await page.goto('/unsubscribe?token=any');
  },
  'feedback, asked': (page) => openFeedback(page, 'more'),
  'feedback, said': async (page) => {
    await openFeedback(page, 'less');
    await press(page, 'Not for me');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  },
  'feedback, broken link': to('/feedback?token=none&verdict=more'),
  'mail tool': async (page) => {
    await page.goto('/test-email');
    await press(page, 'Send Welcome Email');
    await expect(page.getByText('Please enter an email address').first()).toBeVisible();
  },
  'mailbox, all mails': async (page) => {
    await page.request.post('/api/test-email', { data: { email: 'reader@example.org', type: 'welcome' } });
    await page.goto('/mailbox');
  },
  'mailbox, a mail': async (page) => {
    await page.request.post('/api/test-email', { data: { email: 'reader@example.org', type: 'digest' } });
    await page.goto('/mailbox');
    await page
      .getByRole('link', { name: /soil microbiome/ })
      .first()
      .click();
  },
  mailbox: async (page) => {
    await page.request.post('/api/test-email', { data: { email: 'reader@example.org', type: 'digest' } });
    await page.goto('/mailbox');
    await page
      .getByRole('link', { name: /soil microbiome/ })
      .first()
      .click();
    await page.getByRole('link', { name: 'Text', exact: true }).click();
  },
  'API docs': to('/api/docs'),
} satisfies Record<string, Open>;

export type ScreenName = keyof typeof screens;
