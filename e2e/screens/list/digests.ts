import { expect, type Page } from '@playwright/test';
import { as, delayResponse, type Open, press, proxyError } from '#e2e/support/actions.ts';
import { openAs } from '#e2e/support/readers.ts';
import { readerWithFeedback, weeklyDigests } from './readers.ts';

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

/** One digest in its dialog and on its page, and the list of all digests. */
export const digestScreens = {
  digest: (page) => openDigest(page, 'whole'),
  'digest, partial': (page) => openDigest(page, 'partial'),
  'digest, long texts': (page) => openDigest(page, 'hostile'),
  'digest, before summaries': (page) => openDigest(page, 'plain'),
  'digest page': (page) => openDigestPage(page, 'whole'),
  'digest page, a paper': async (page) => {
    await openAs(page, readerWithFeedback, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await expect(page.getByRole('article')).toBeVisible();
    await page.keyboard.press('j');
    await page.getByText(/· Relevance 91%/).click();
    await page.getByLabel(/^More for A drought/).click();
  },
  'shared page': async (page) => {
    await openDigestPage(page, 'whole');
    await press(page, 'Share');
    await press(page, 'Share by a link');
    await page.goto(await page.getByLabel('Address of the shared page').inputValue());
    await expect(page.getByText('Strong match').first()).toBeVisible();
  },
  'digest page, partial': (page) => openDigestPage(page, 'partial'),
  'digest page, long texts': (page) => openDigestPage(page, 'hostile'),
  'digest page, close matches': async (page) => {
    await openAs(
      page,
      { terms: [{ term: 'soil microbiome and drought' }], digests: ['crowded'] },
      '/digests',
    );
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await press(page, 'Show the other 13 close matches');
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible();
  },
  'digest page, no papers': async (page) => {
    await openAs(page, { terms: [{ term: 'soil microbiome and drought' }], digests: ['empty'] }, '/digests');
    await page.getByRole('link', { name: /Research Digest$/ }).click();
    await expect(page.getByText('The closest was')).toBeVisible();
  },
  'digest page, not found': as({}, '/digests/00000000-0000-4000-8000-000000000000'),
  'digest page, loading': async (page) => {
    await delayResponse(page, '**/api/digests/*');
    await openAs(page, {}, '/digests/00000000-0000-4000-8000-000000000000');
  },
  'digest page, failed': async (page) => {
    await proxyError(page, '**/api/digests/*');
    await openAs(page, {}, '/digests/00000000-0000-4000-8000-000000000000');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'all digests, loading': async (page) => {
    await delayResponse(page, /\/api\/digests\?/);
    await openAs(page, {}, '/digests');
  },
  'all digests, failed': async (page) => {
    await proxyError(page, /\/api\/digests\?/);
    await openAs(page, {}, '/digests');
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  },
  'all digests': as({ digests: weeklyDigests(30) }, '/digests'),
  'all digests, none': as({}, '/digests'),
  'all digests, no match': as({ digests: weeklyDigests(3) }, '/digests?q=zebrafish'),
} satisfies Record<string, Open>;
