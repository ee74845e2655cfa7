import type { Page } from '@playwright/test';
import { expect, expectNoViolations, expectToast, openAs, test } from '../support/browser.ts';

/** A first run waits its turn behind those of other tests. */
const run = { timeout: 30_000 };

test.describe('followed things', () => {
  test.beforeEach(({ page }) => openAs(page, { tier: 'team' }, '/follow'));

  test('are a journal, whose receipt adds up, and a person among namesakes', async ({ page }) => {
    await lookUp(page, '5555-010X');
    const structures = page.getByRole('region', {
      name: 'Journal: Sample Letters on Structures and Materials',
    });
    await expect(structures.getByText('10 registered = 8 received + 2 missing')).toBeVisible();
    await structures.getByText('By week').click();
    await expect(structures.getByRole('columnheader', { name: 'No abstract' })).toBeVisible();
    await expectNoViolations(page);

    await lookUp(page, 'hospital economics');
    const hospital = page.getByRole('region', { name: 'Journal: Sample Journal of Hospital Economics' });
    await hospital.getByRole('button', { name: 'Follow this journal' }).click();
    await expect(
      page.getByRole('heading', { level: 1, name: 'Sample Journal of Hospital Economics' }),
    ).toBeVisible();
    await expect(page.getByText('4 registered = 4 received + 0 missing')).toBeVisible(run);
    await openDigest(page);
    await expect(page.getByText('New in this journal', { exact: true })).toHaveCount(3);
    await expect(page.getByText('New in this journal · no abstract yet')).toHaveCount(1);
    await expect(page.getByText(/Economics: 4 registered = 4 received \+ 0 missing/)).toBeVisible();

    await page.goto('/follow');
    await lookUp(page, 'Leila Fenwicke');
    const person = page.getByRole('region', { name: 'Person: Leila Fenwicke' });
    await expect(person.getByRole('group')).toHaveCount(6);
    const answer = (title: RegExp, yes: 'Yes' | 'No') =>
      person.getByRole('group', { name: title }).getByRole('radio', { name: yes }).check();
    await answer(/shorter course of antibiotics/, 'Yes');
    await person.getByRole('button', { name: 'Follow Leila Fenwicke' }).click();
    await expectToast(page, 'Not Followed', /yes to two papers/);
    await answer(/Seven versus fourteen days/, 'Yes');
    await answer(/copper-tin foam/, 'No');
    await expectNoViolations(page);
    await person.getByRole('button', { name: 'Follow Leila Fenwicke' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Leila Fenwicke' })).toBeVisible();
    const others = page.getByRole('region', { name: 'Papers of this name' });
    const foam = others.getByRole('group', { name: /copper-tin foam/ });
    await expect(foam.getByRole('radio', { name: 'No' })).toBeChecked();
    const cleaning = others
      .getByRole('group', { name: /Cleaning or testing/ })
      .getByRole('radio', { name: 'No' });
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT');
    await cleaning.check();
    expect((await saved).status()).toBe(200);
    await page.reload();
    await expect(cleaning).toBeChecked();
    // What came with the journal does not come again.
    await openDigest(page);
    await expect(page.getByText('By this person', { exact: true })).toHaveCount(1);
    await expect(page.getByText('Unsure', { exact: true })).toHaveCount(1);
    await expect(page.getByText(/copper-tin foam/)).toHaveCount(0);
  });

  test('are offered where a topic asks for an author or a journal alone', async ({ page }) => {
    await page.goto('/dashboard');
    const field = page.getByLabel('Research topic');
    const understood = page.getByRole('region', { name: 'Understood as' });
    await field.fill('journal:"Sample Quarterly of Book History"');
    await expect(understood.getByRole('link', { name: /^Follow .* as a journal/ })).toBeVisible();
    await field.fill('author:"Fenwicke L" sepsis');
    await expect(understood.getByRole('button', { name: /^sepsis/ })).toBeVisible();
    await expect(understood.getByRole('link')).toHaveCount(0);
    await field.fill('author:"Fenwicke L"');
    await understood.getByRole('link', { name: /^Follow “Fenwicke L” as a person/ }).click();
    await expect(page.getByRole('region', { name: 'Person: L Fenwicke' })).toBeVisible();
  });

  test('are what cites a paper, and end when they are deleted', async ({ page }) => {
    await lookUp(page, 'https://doi.org/10.5555/litwatch-sample.p0001');
    await page
      .getByRole('region', { name: 'Paper' })
      .getByRole('button', { name: 'Follow what cites it' })
      .click();
    const name = /^Papers that cite “A compact adenine base editor/;
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await openDigest(page);
    await page.getByRole('button', { name: /base editor in the retina of pigs/ }).click();
    await page.getByRole('group').getByText('Cites a paper of yours').click();
    await expect(
      page.getByText(/^cites “A compact adenine base editor.*in its references: “Ghaderi et al\. shortened/),
    ).toBeVisible();
    await page.getByRole('link', { name: 'Topics' }).click();
    await page.getByRole('link', { name }).first().click();
    await page.getByLabel('More actions').click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No search terms in queue yet')).toBeVisible();
  });
});

async function lookUp(page: Page, text: string): Promise<void> {
  await page.getByLabel('A topic, a journal, a person, or a DOI').fill(text);
  await page.getByRole('button', { name: 'Look up' }).click();
}

const openDigest = (page: Page) =>
  page
    .getByRole('region', { name: 'Digests' })
    .getByRole('link', { name: /^Digest of/ })
    .click(run);
