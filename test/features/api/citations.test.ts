import { parse as parseBibtex } from 'biblatex-csl-converter';
import { eq } from 'drizzle-orm';
import { citationsToken, readCitationsToken } from '#features/citations/server/routes.ts';
import { emailDigests } from '#platform/db/schema.ts';
import type { PaperInput } from '#shared/papers/paper.ts';
import { opened } from '#test/opened.ts';
import { addDigest } from '#test/rows.ts';
import { unsubscribeToken } from '#topics/pause.ts';
import { newReader, openDoor } from '../accounts/accountsSetup.ts';
import cases from './citations.test.json' with { type: 'json' };

const door = await opened(openDoor());
const papers = cases.papers as PaperInput[];

const digestOf = async (userId: string, papersData: PaperInput[]): Promise<string> =>
  (await addDigest(door.app, userId, { papersData })).id;

const reader = await newReader(door, 'ada@example.org');
const digestId = await digestOf(reader.id, papers);

const types = [
  ['ris', 'application/x-research-info-systems'],
  ['bib', 'application/x-bibtex'],
  ['json', 'application/vnd.citationstyles.csl+json'],
] as const;

describe('citation export', () => {
  test.each(types)('downloads .%s with its content type and file name', async (format, type) => {
    const answer = await reader.get(`/api/digests/${digestId}/references.${format}`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(`${type}; charset=utf-8`);
    expect(answer.headers.get('content-disposition')).toBe(`attachment; filename="litwatch.${format}"`);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const text = JSON.stringify(answer.body);
    for (const { doi } of papers) expect(text).toContain(doi);
  });

  test.each(types)('exports one paper as .%s under the same citation key', async (format) => {
    const path = `/api/digests/${digestId}/references.${format}`;
    const [all, one] = [await reader.get(path), await reader.get(`${path}?paper=2`)];
    const text = JSON.stringify(one.body);
    expect(text).toContain('10.5555/moss.2');
    expect(text).not.toContain('10.5555/moss.1');
    expect(text).toContain('lind2026preprint');
    expect(JSON.stringify(all.body)).toContain('lind2026preprint');
    for (const paper of ['3', '0', '-1', '1.5', 'x', '99999999'])
      expect([400, 404]).toContain((await reader.get(`${path}?paper=${paper}`)).status);
  });

  test('signed links give the same files without a session', async () => {
    const token = citationsToken(door.app, digestId);
    for (const [format, type] of types) {
      const stranger = await door.visitor().get(`/references/${token}.${format}`);
      expect(stranger.status).toBe(200);
      expect(stranger.headers.get('content-type')).toContain(type);
      expect(stranger.headers.get('referrer-policy')).toBe('no-referrer');
      expect(stranger.body).toEqual((await reader.get(`/api/digests/${digestId}/references.${format}`)).body);
    }
    const { entries } = parseBibtex((await door.visitor().get(`/references/${token}.bib?paper=1`)).body);
    expect(Object.values(entries).map(({ bib_type }) => bib_type)).toEqual(['article']);
  });

  test('rejects changed links, and links made for another purpose', async () => {
    const token = citationsToken(door.app, digestId);
    const foreign = [
      `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`,
      `A${token.slice(1)}`,
      token.slice(0, 20),
      unsubscribeToken(door.app, digestId, null),
      citationsToken({ ...door.app, secret: 'another secret of thirty-two chars' }, digestId),
      '',
    ];
    for (const other of foreign.filter((other) => readCitationsToken(door.app, other) === null))
      expect((await door.visitor().get(`/references/${other}.ris`)).status).toBe(404);
    // The last base64url character has two unused bits. Every other change is refused.
    expect(foreign.filter((other) => readCitationsToken(door.app, other) !== null).length).toBeLessThan(2);
    expect((await door.visitor().get(`/references/${token}.pdf`)).status).toBe(404);
    expect((await door.visitor().get(`/references/${token}`)).status).toBe(404);
    expect((await door.visitor().post(`/references/${token}.ris`)).status).toBe(404);
  });

  test('deleting the digest ends its link', async () => {
    const id = await digestOf(reader.id, papers);
    const path = `/references/${citationsToken(door.app, id)}.ris`;
    expect((await door.visitor().get(path)).status).toBe(200);
    await door.app.db.delete(emailDigests).where(eq(emailDigests.id, id));
    expect((await door.visitor().get(path)).status).toBe(404);
  });

  test('API tokens read citations', async () => {
    const { body } = await reader.post('/api/tokens', { name: 'Zotero' });
    const answer = await door.door.request(`/api/digests/${digestId}/references.ris`, {
      headers: { authorization: `Bearer ${body.token}` },
    });
    expect(await answer.text()).toMatch(/^TY {2}- JOUR\r\n/);
  });

  test('gives an empty file for a digest without papers', async () => {
    const id = await digestOf(reader.id, []);
    for (const [format, empty] of [
      ['ris', ''],
      ['bib', ''],
      ['json', []],
    ] as const)
      expect((await reader.get(`/api/digests/${id}/references.${format}`)).body).toEqual(empty);
  });
});
