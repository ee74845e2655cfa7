import { expect, type Page } from '@playwright/test';
import { type Open, press, proxyError, to } from '#e2e/support/actions.ts';
import { newReader } from '#e2e/support/readers.ts';
import { readerWithFeedback, topics } from './readers.ts';

async function openFeedback(page: Page, verdict: 'keep' | 'less'): Promise<void> {
  const { feedback } = await newReader({ ...readerWithFeedback, judged: [] });
  await page.goto(`/feedback?token=${feedback[0]}&verdict=${verdict}`);
}

/** Pages that mails link to, the tools for mail, and the API reference. */
export const mailedScreens = {
  'unsubscribe, no token': to('/unsubscribe'),
  'unsubscribe, choice': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1`);
  },
  'pause, choice': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}&ask=1&pause=1`);
    await expect(page.getByRole('button', { name: 'Pause this topic' })).toBeVisible();
  },
  'unsubscribed, deleted topic': async (page) =>
    page.goto(`/unsubscribe?token=${(await newReader()).unsubscribe.deletedTopic}`),
  'unsubscribed, one topic': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}`);
    await expect(page.getByRole('heading', { name: 'Unsubscribed Successfully' })).toBeVisible();
  },
  'unsubscribed, undone': async (page) => {
    const { unsubscribe } = await newReader({ terms: topics.slice(0, 1) });
    await page.goto(`/unsubscribe?token=${unsubscribe.topic}`);
    await press(page, 'Undo: keep sending');
    await expect(page.getByRole('heading', { name: 'Subscribed again' })).toBeVisible();
  },
  'unsubscribe, server error': async (page) => {
    await proxyError(page, '**/api/unsubscribe/*');
    await page.goto('/unsubscribe?token=any');
  },
  'feedback, choice': (page) => openFeedback(page, 'keep'),
  'feedback, saved': async (page) => {
    await openFeedback(page, 'less');
    await press(page, 'Not for me');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeVisible();
  },
  'feedback, broken link': to('/feedback?token=none&verdict=less'),
  'mail tool': async (page) => {
    await page.goto('/test-email');
    await press(page, 'Send Welcome Email');
    await expect(page.getByText('Please enter an email address').first()).toBeVisible();
  },
  'mailbox, all mails': async (page) => {
    await page.request.post('/api/test-email', { data: { email: 'reader@example.org', type: 'welcome' } });
    await page.goto('/mailbox');
  },
  'mailbox, one mail': async (page) => {
    await page.request.post('/api/test-email', { data: { email: 'reader@example.org', type: 'digest' } });
    await page.goto('/mailbox');
    await page
      .getByRole('link', { name: /soil microbiome/ })
      .first()
      .click();
  },
  'API docs': to('/api/docs'),
} satisfies Record<string, Open>;
