import { withServer } from '#test/fixtures/sources/server.ts';
import { openZotero, readWritten, ZoteroRefusal } from './client.ts';

const rows = (count: number) =>
  JSON.stringify(Array.from({ length: count }, () => ({ id: 42, data: { name: `a\0b${'c'.repeat(400)}` } })));

const answering = (text: string, use: (zotero: ReturnType<typeof openZotero>) => Promise<void>) =>
  withServer(text, (url) => use(openZotero(url, 'key')));

describe('reply of Zotero', () => {
  it.each([
    'null',
    '{"userID": {}, "username": 5}',
    '{"userID": 1e300, "username": "a"}',
    '[',
    '{"length": 3}',
    '{"userID": -5, "username": "a"}',
    '[{"id": 1e15, "key": "../keys", "data": {"name": "a"}}]',
  ])('is refused, and the call made again later, if it is %s', (text) =>
    answering(text, async (zotero) => {
      for (const call of [() => zotero.rights(), () => zotero.groups(1), () => zotero.collections('users/1')])
        await expect(call()).rejects.toMatchObject({ wait: 0, constructor: ZoteroRefusal });
    }),
  );

  it('is taken up to the rows of a page, with names that can be stored', () =>
    answering(rows(1500), async (zotero) => {
      const groups = await zotero.groups(1);
      expect(groups).toHaveLength(1000);
      expect(groups[0]!.data.name).toMatch(/^a.?bc{200,298}$/);
    }));

  it('keeps a reader waiting for its time in all, however many pages it has', () =>
    withServer(
      (_, response) => setTimeout(() => response.end(rows(100)), 150),
      (url) => expect(openZotero(url, 'key', 400).groups(1)).rejects.toMatchObject({ wait: 0, status: null }),
    ));

  it('gives a template its short texts alone, which are sent with each paper', () =>
    answering(`{"title": "", "x": "${'y'.repeat(900)}", "creators": [[]]}`, async (zotero) =>
      expect(await zotero.template('preprint')).toEqual({ title: '' }),
    ));

  it.each([null, 5, { code: 'no', message: {} }, { code: 500, message: 'Zotero\0 did not say' }])(
    'says that a paper was not saved if it fails with %j',
    (failed) => {
      const text = JSON.stringify({ failed: { 0: failed } });
      expect(readWritten({ status: 200, headers: {}, text }, 1)).toEqual([
        { isThere: false, code: 500, message: expect.stringMatching(/^Zotero \s?did not say/) },
      ]);
    },
  );
});
