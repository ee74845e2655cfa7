import { after, as, openTopic } from '../support/actions.ts';
import { expect, inoculum, networks, newReader, openAs, reader, test } from '../support/browser.ts';

const openJudged = after(as({ ...reader, judged: ['more', 'less', 'more'] }), openTopic, (page) =>
  page.getByText('More', { exact: true }).click(),
);

test('the feedback of a topic shows what a topic has learned, inverts it, lists its feedback, and forgets all', async ({
  page,
}) => {
  await openJudged(page);
  const line = page.getByRole('button', { name: /^Learned from/ });
  await expect(line).toHaveText(/^Learned from 2 papers you liked, 1 you did not/);
  await line.click();
  const learned = page.getByRole('region', { name: 'What it has learned' });
  await expect(learned.getByText(/rank higher or lower/)).toBeVisible();
  const keep = learned.getByRole('button', { name: /^Keep / }).first();
  const phrase = (await keep.getAttribute('aria-label'))!.replace('Keep ', '');
  await keep.click();
  await expect(learned.getByRole('button', { name: `Do not keep ${phrase}`, exact: true })).toBeVisible();
  await learned.getByRole('button', { name: `Want less of ${phrase}`, exact: true }).click();
  await expect(learned.getByRole('button', { name: `Want more of ${phrase}`, exact: true })).toBeVisible();
  await learned.getByRole('button', { name: `Do not learn from ${phrase}`, exact: true }).click();
  await expect(
    learned.getByRole('button', { name: `Learn from ${phrase} again`, exact: true }),
  ).toBeVisible();

  const dialog = page.getByRole('dialog', { name: /learned from/ });
  const judged = dialog.getByRole('list', { name: 'Papers with feedback' });
  await expect(judged.getByRole('listitem')).toHaveCount(3);
  await expect(judged.getByRole('listitem').filter({ hasText: networks })).toContainText('Not for me');
  await dialog.getByRole('button', { name: `Remove feedback on ${networks}` }).click();
  await expect(judged.getByRole('listitem')).toHaveCount(2);
  await expect(dialog.getByRole('button', { name: /^Remove feedback/ }).last()).toBeFocused();

  await dialog.getByRole('button', { name: 'Remove all' }).click();
  const question = page.getByRole('alertdialog');
  await question.getByRole('button', { name: 'Keep it' }).click();
  await expect(judged.getByRole('listitem')).toHaveCount(2);
  await dialog.getByRole('button', { name: 'Remove all' }).click();
  await question.getByRole('button', { name: 'Remove all' }).click();
  await expect(dialog.getByText(/^No feedback left/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close', exact: true }).click();
  await expect(line).toBeHidden();
});

test.describe('answer by the link of a mail', () => {
  test('answers only on a button press, undoes it, and says that it could not, without a session', async ({
    page,
  }) => {
    const { feedback } = await newReader(reader);
    const asked: string[] = [];
    page.on('request', (request) => request.url().includes('/api/') && asked.push(request.method()));
    await page.goto(`/feedback?token=${feedback[0]}&verdict=less`);
    await expect(page.getByRole('heading', { name: 'Not for you?' })).toBeVisible();
    await expect(page.getByText(inoculum)).toBeVisible();
    await expect(page.getByText(/^Nothing has changed yet/)).toBeVisible();
    expect(new URL(page.url()).searchParams.has('token'), 'a token in the address bar').toBe(false);
    await expect(page.getByRole('main').getByRole('button')).toHaveCount(1);
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Not for you?' })).toBeVisible();
    expect(new Set(asked)).toEqual(new Set(['GET']));

    // A double click counts once.
    await page.getByRole('button', { name: 'Not for me' }).dblclick();
    await expect(page.getByRole('heading', { name: 'You asked for less like this' })).toBeVisible();
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(page.getByText(/^That was taken back/)).toBeVisible();
    await page.context().setOffline(true);
    await page.getByRole('button', { name: 'Not for me' }).click();
    await expect(page.getByRole('alert').filter({ hasText: 'could not be reached' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Not for you?' })).toBeVisible();
    await page.context().setOffline(false);
    await page.goto(`/feedback?token=${feedback[0]}&verdict=done`);
    await page.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('heading', { name: 'Done', exact: true })).toBeVisible();
  });

  test('leads a signed-in reader to the paper in its digest, with the answer made ready', async ({
    page,
  }) => {
    const { feedback } = await openAs(page, reader);
    await expect(page.getByRole('heading', { name: '3 new papers' })).toBeVisible();
    const { digests } = await (await page.request.get('/api/digests')).json();
    await page.goto(`/feedback?token=${feedback[1]}&verdict=keep&at=${digests[0].id}.2`);
    await expect(page.getByRole('article', { name: networks })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Keep', exact: true })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: `Undo ${networks}` })).toBeVisible();
  });

  test('keeps a paper on the shelf, once', async ({ page }) => {
    const { feedback } = await openAs(page, reader);
    await page.goto(`/feedback?token=${feedback[0]}&verdict=keep`);
    await expect(page.getByRole('heading', { level: 1, name: 'Keep this paper?' })).toBeVisible();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Kept on your shelf' })).toBeVisible();
    await page.getByRole('link', { name: 'your shelf' }).click();
    await expect(page.getByRole('article', { name: inoculum })).toBeVisible();
    await page.goBack();
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await expect(page.getByText('It was there already.')).toBeVisible();
  });

  test('reports a damaged link', async ({ page }) => {
    await page.goto('/feedback?token=none&verdict=less');
    await expect(page.getByRole('heading', { name: 'This link does not work' })).toBeVisible();
    await expect(page.getByRole('alert')).toContainText('incomplete');
    await page.goto('/feedback');
    await expect(page.getByRole('alert')).toContainText('full link');
  });
});
