import { openTopic } from '../support/actions.ts';
import { expect, expectToast, openAs, test } from '../support/browser.ts';

test('topic expansion shows the phrases of a topic, rejects one that cannot be searched, removes one and adds one', async ({
  page,
}) => {
  await openAs(page, { terms: [{ term: 'sleep and memory' }] });
  await openTopic(page);
  await page.getByRole('button', { name: 'Add a name' }).click();
  await page.getByLabel('Another word or phrase').fill('!!');
  await page.keyboard.press('Enter');
  await expectToast(page, 'Update Failed', /cannot be searched/);
  await expect(page.getByLabel('Another word or phrase')).toHaveValue('!!');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: 'Add a name' })).toBeFocused();

  const card = page.getByRole('region', { name: 'Asks for' });
  const phrases = card.getByRole('list', { name: 'Names' }).getByRole('listitem');
  const more = card.getByRole('button', { name: '5 more' });
  await expect(phrases).toHaveCount(2);
  await more.click();
  await expect(phrases).toHaveCount(7);
  await expect(phrases.first()).toContainText('sleep study');

  await card.getByRole('button', { name: 'Remove cohort' }).click();
  await expectToast(page, 'Search Term Updated', /“cohort” is no longer searched/);
  await expect(phrases).toHaveCount(6);
  await expect(card.getByRole('button', { name: 'Remove open data' })).toBeFocused();

  await card.getByRole('button', { name: 'Add a name' }).press('Enter');
  await page.getByLabel('Another word or phrase').fill('  slow   waves ');
  await page.keyboard.press('Enter');
  await expect(phrases.filter({ hasText: 'slow waves' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add a name' })).toBeFocused();

  await page.reload();
  await more.click();
  await expect(phrases).toHaveCount(7);
  await expect(phrases.filter({ hasText: 'cohort' })).toHaveCount(0);
  await expect(phrases.filter({ hasText: 'slow waves' })).toHaveCount(1);
});
