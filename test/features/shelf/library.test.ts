import { eq } from 'drizzle-orm';
import { users } from '#platform/db/schema.ts';
import { heartPaper, opened, startWeeks } from '#test/weeks.ts';

const weeks = await opened(startWeeks({ corpus: [] }));

const link = 'https://resolver.example.edu/openurl?institution=01';
const path = '/api/account/library-link';

describe('library link', () => {
  it('appears beside each paper on pages and in the mail, and only for its reader', async () => {
    const reader = await weeks.follower('library@example.org', 'heart failure');
    const other = await weeks.follower('elsewhere@example.org', 'heart failure');
    expect((await reader.put(path, { link })).body).toEqual({ link });
    expect((await reader.get('/api/auth/me')).body.user.libraryLink).toBe(link);
    const paper = heartPaper('pubmed', 1);
    weeks.sources.add([paper]);
    await weeks.week();

    const address =
      /https:\/\/resolver\.example\.edu\/openurl\?institution=01&[^"]*info%3Adoi%2F10\.5555%2Fweeks\.pubmed\.1/;
    const digests = (await reader.get(`/api/users/${reader.id}/digests`)).body;
    const { id, papersData } = digests[0];
    const found = papersData.find(({ title }: { title: string }) => title === paper.title);
    expect(found.libraryUrl).toMatch(address);
    expect(JSON.stringify((await reader.get(`/api/digests/${id}`)).body)).toMatch(address);
    expect(JSON.stringify((await reader.get('/api/desk')).body)).toMatch(address);
    await reader.put(`/api/papers/${found.id}/state`, { termId: reader.termId, state: 'kept' });
    expect(JSON.stringify((await reader.get('/api/shelf')).body)).toMatch(address);

    const mail = weeks.mailsTo(reader.email).at(-1)!;
    expect(mail.text).toMatch(/^Through your library: https:\/\/resolver\.example\.edu\//m);
    const anchor = /href="https:\/\/resolver\.example\.edu\/[^"]*"[^>]*>\s*Open through your library/;
    expect(mail.html).toMatch(anchor);

    const share = (await reader.post('/api/shares', { digestId: id })).body;
    const elsewhere = [
      (await other.get(`/api/users/${other.id}/digests`)).body,
      (await other.get('/api/desk')).body,
      weeks.mailsTo(other.email),
      (await other.get(new URL(share.url).pathname)).body,
      (await reader.get(`/api/digests/${id}/digest.md`)).body,
    ];
    expect(JSON.stringify(elsewhere)).not.toContain('resolver.example.edu');
    expect(weeks.mailsTo(other.email).at(-1)!.text).toContain(paper.title);

    expect((await reader.put(path, { link: null })).body).toEqual({ link: null });
    expect(JSON.stringify((await reader.get(`/api/users/${reader.id}/digests`)).body)).not.toContain(
      'resolver.example.edu',
    );
  });

  it('is refused with a sentence if it is invalid, and keeps its old value', async () => {
    const reader = await weeks.follower('refused@example.org', 'heart failure');
    await reader.put(path, { link });
    const cases = [
      ['http://resolver.example.edu/', 'https://'],
      ['https://me:secret@resolver.example.edu/', 'password'],
      ['javascript:alert(1)', 'https://'],
    ] as const;
    for (const [refused, said] of cases)
      expect(await reader.put(path, { link: refused }), refused).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(said) },
      });
    const [user] = await weeks.app.db.select().from(users).where(eq(users.id, reader.id));
    expect(user!.libraryLink).toBe(link);
    expect((await reader.post('/api/account/export')).body.account.libraryLink).toBe(link);
  });
});
