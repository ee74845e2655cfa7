import { expect, openAs, setDatabase, test } from '../support/browser.ts';

test.afterEach(() => setDatabase({ readOnly: false }));

test('an outage of the database keeps what was typed, says that we are back in a moment, and goes on by itself', async ({
  page,
}) => {
  const reader = await openAs(page, { terms: [{ term: 'sleep and memory' }], tier: 'pro' });
  await expect(page.getByRole('heading', { name: 'sleep and memory' })).toBeVisible();
  await setDatabase({ readOnly: true });
  const first = await page.request.patch(`/api/users/${reader.id}/preferences`, {
    data: { dailyHighlights: true },
    headers: { 'sec-fetch-site': 'same-origin' },
  });
  expect(first.status()).toBe(503);

  const topic = page.getByLabel('Research topic');
  await topic.fill('soil and drought');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  const notice = page.getByText('We are back in a moment. This page tries again by itself.');
  await expect(notice).toBeVisible();
  await expect(topic).toHaveValue('soil and drought');

  await setDatabase({ readOnly: false });
  await expect(page.getByRole('heading', { name: 'soil and drought' })).toBeVisible();
  await expect(notice).toBeHidden();
  await expect(topic).toHaveValue('');
});
