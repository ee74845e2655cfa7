import { stage } from '../servers/servers.ts';
import { after, as, openFromAccount, proxyError, shown } from '../support/actions.ts';
import { expect, inoculum, networks, openAs, reader, test } from '../support/browser.ts';

const openDesk = after(as(reader), shown('article', inoculum));

test.describe('desk', () => {
  test('is requested again when the reader returns to it, and keeps the selected paper after a reload', async ({
    page,
  }) => {
    await openAs(page, { terms: [{ term: 'soil microbiome and drought' }], digests: ['whole'] });
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await page.getByRole('link', { name: 'Shelf' }).click();
    await expect(page.getByRole('heading', { name: 'Shelf', level: 1 })).toBeVisible();
    await page.getByRole('link', { name: 'Dashboard' }).click();
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    expect(asked).toContain('/api/desk');
    await page.keyboard.press('j');
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
  });

  test('moves by keys to the last paper, past the first page, and into the reader and back', async ({
    page,
  }) => {
    await page.route('**/api/desk', async (route) => {
      const [desk, page] = await Promise.all([
        route.fetch(),
        route.fetch({ url: `${stage}/api/papers?state=new&limit=2` }),
      ]);
      const { papers, next } = await page.json();
      await route.fulfill({ json: { ...(await desk.json()), papers, next } });
    });
    await openAs(page, reader);
    await expect(page.getByRole('button', { name: 'Show more papers' })).toBeVisible();
    await page.keyboard.press('j');
    await expect(page.getByRole('button', { name: networks })).toBeFocused();
    await page.keyboard.press('j');
    const last = page.locator('button[aria-current]');
    await expect(last).toBeFocused();
    await expect(last).not.toHaveText(networks);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('article').getByRole('heading', { level: 3 })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(last).toBeFocused();
  });

  test('answers papers and undoes answers by keyboard alone', async ({ page }) => {
    await openDesk(page);
    await page.keyboard.press('s');
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await page.keyboard.press('x');
    await expect(page.getByRole('heading', { name: '1 new paper' })).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
    await page.getByRole('button', { name: `Undo ${inoculum}` }).click();
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    // But not by keys typed into fields, or while they are turned off.
    await page.getByLabel('Research topic').pressSequentially('sexes');
    await expect(page.getByLabel('Research topic')).toHaveValue('sexes');
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    await openFromAccount(page, 'Keys');
    await page.getByRole('switch', { name: 'Single-key shortcuts' }).click();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toBeHidden();
    await page.keyboard.press('s');
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
  });

  test('lists kept and done papers, and shows the same list after a reload', async ({ page }) => {
    await openDesk(page);
    await page.keyboard.press('s');
    await page.keyboard.press('e');
    await expect(page.getByRole('button', { name: 'New 1', exact: true })).toHaveAttribute(
      'aria-pressed',
      'true',
    );
    await page.getByRole('button', { name: 'Done 1', exact: true }).click();
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await page.getByRole('button', { name: 'Kept 1', exact: true }).click();
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.reload();
    const kept = page.getByRole('list', { name: 'Kept papers' });
    await expect(kept.getByRole('listitem')).toHaveCount(1);
    await page.keyboard.press('e');
    await expect(kept.getByRole('button', { name: `Undo ${inoculum}` })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Done 2', exact: true })).toBeVisible();
    await page.keyboard.press('u');
    await expect(page.getByRole('button', { name: 'Kept 1', exact: true })).toBeVisible();
  });

  test('shows in the list that kept papers cannot be loaded, and retries', async ({ page }) => {
    await openAs(page, reader);
    await proxyError(page, '**/api/papers?state=kept');
    await page.getByRole('button', { name: 'Kept 0', exact: true }).click();
    await expect(
      page.getByRole('alert').filter({ hasText: 'Something went wrong on our side' }),
    ).toBeVisible();
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByText('Nothing is kept yet.')).toBeVisible();
  });

  test('names a retracted paper, with a link to its digest', async ({ page }) => {
    await openAs(page, { ...reader, retracted: 1 });
    const line = page.getByRole('alert').filter({ hasText: `Retracted: ${inoculum}` });
    await line.getByRole('link', { name: /^Read the notice/ }).click();
    await expect(page).toHaveURL(/\/digests\/[\da-f-]{36}$/);
  });

  test('counts the new papers of each topic, and updates the count with each answer', async ({ page }) => {
    await openAs(page, { ...reader, terms: [...reader.terms!, { term: 'sand' }] });
    const row = page
      .getByRole('listitem')
      .filter({ has: page.getByRole('button', { name: /^Edit search/ }) });
    const soil = row.filter({ has: page.getByRole('link', { name: reader.terms![0]!.term }) });
    await expect(soil.getByText('3 new papers')).toBeVisible();
    await expect(row.filter({ has: page.getByRole('link', { name: 'sand' }) })).toBeVisible();
    await expect(row.getByText(/new papers?$/)).toHaveCount(1);
    await page.keyboard.press('e');
    await page.keyboard.press('s');
    await expect(soil.getByText('1 new paper')).toBeVisible();
    await page.keyboard.press('e');
    await expect(row.getByText(/new papers?$/)).toHaveCount(0);
    await page.keyboard.press('u');
    await expect(soil.getByText('1 new paper')).toBeVisible();
  });

  test('warns that its list may be out of date when it loses track of a running search', async ({ page }) => {
    await openAs(page, { terms: [{ term: 'gut microbiome', status: 'processing' }] });
    await expect(page.getByText('Searching...')).toBeVisible();
    await proxyError(page, '**/api/users/*/search-terms');
    await expect(page.getByText(/^This list may be out of date\./)).toBeVisible({ timeout: 20_000 });
    await expect(page.getByRole('link', { name: 'gut microbiome' })).toBeVisible();
  });

  test('says that mail is held back, and turns it on again', async ({ page }) => {
    await openAs(page, { ...reader, mailBlocked: 'bounce' });
    await expect(page.getByText('Your digests are kept here, not mailed')).toBeVisible();
    await page.getByRole('button', { name: 'Turn mail back on' }).click();
    await expect(page.getByText('Your digests are kept here, not mailed')).toBeHidden();
  });

  test('sends what was answered offline when the connection returns', async ({ page, context }) => {
    await openDesk(page);
    // Wait for the parts that load last: this test is not about parts that fail to load offline.
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.keyboard.press('e');
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
    const sent = page.waitForResponse(/\/api\/papers\/\d+\/state/);
    await context.setOffline(false);
    expect((await sent).status()).toBe(200);
    await page.reload();
    await expect(page.getByRole('heading', { name: '2 new papers' })).toBeVisible();
  });

  test('opens a paper over the list on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 });
    await openAs(page, reader);
    await page.getByRole('button', { name: networks, exact: true }).click();
    const sheet = page.getByRole('dialog', { name: networks });
    await sheet.getByRole('button', { name: 'Keep' }).click();
    // The next paper takes its place.
    await expect(
      page.getByRole('dialog').getByRole('button', { name: 'Keep', pressed: false }),
    ).toBeVisible();
    await expect(page.getByRole('dialog', { name: networks })).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: `Undo ${networks}` })).toBeVisible();
  });
});
