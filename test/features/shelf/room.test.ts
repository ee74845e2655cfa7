import { type SQL, sql } from 'drizzle-orm';
import { readerPapers } from '#platform/db/schema.ts';
import { openDoor, opened } from '../accounts/accountsSetup.ts';
import { softPasskey } from '../accounts/softPasskey.ts';
import { withDigest } from '../topics/feedbackSetup.ts';

const origin = 'https://litwatch.test';
const door = await opened(openDoor({ environment: { BASE_URL: origin } }));

type Given = Awaited<ReturnType<typeof withDigest>>;
type Answer = Promise<{ status: number; body: { message: string } }>;

interface Room {
  most: number;
  /** Rows that the reader has, as many as the series `n`. */
  fill: (given: Given, n: SQL) => SQL[];
  /** Asks for one more, the first or the second time. */
  ask: (given: Given, nth: number) => Answer;
  refusal: RegExp;
}

const twoJournals = ['0378-5955', '2049-3630'];

const rooms: Record<string, Room> = {
  'shared pages': {
    most: 200,
    fill: ({ reader }, n) => [
      sql`insert into shares (user_id, token_hash, sealed, tag, created_at)
        select ${reader.id}, ${reader.id} || n, '', 'tag ' || n, now() from ${n}`,
    ],
    ask: ({ reader }, nth) => reader.post('/api/shares', { tag: `moss ${nth}` }),
    refusal: /You share 200 pages/,
  },
  passkeys: {
    most: 20,
    fill: ({ reader }, n) => [
      sql`insert into passkeys (user_id, credential_id, public_key, counter, name, created_at)
        select ${reader.id}, ${reader.id} || n, '', 0, 'key', now() from ${n}`,
    ],
    ask: async ({ reader }) => {
      const options = (await reader.post('/api/account/passkeys/begin')).body;
      const response = softPasskey(origin).register(options);
      return reader.post('/api/account/passkeys', { name: 'Laptop', response });
    },
    refusal: /You have 20 passkeys/,
  },
  'API tokens': {
    most: 20,
    fill: ({ reader }, n) => [
      sql`insert into api_tokens (user_id, name, token_hash, created_at)
        select ${reader.id}, 'token', ${reader.id} || n, now() from ${n}`,
    ],
    ask: ({ reader }, nth) => reader.post('/api/tokens', { name: `Token ${nth}` }),
    refusal: /You have 20 tokens/,
  },
  'channels of a topic': {
    most: 5,
    fill: ({ reader, termId }, n) => [
      sql`insert into channels (user_id, search_term_id, kind, place, sealed, created_at)
        select ${reader.id}, ${termId}, 'webhook', '', '', now() from ${n}`,
    ],
    ask: ({ reader, termId }) =>
      reader.post(`/api/search-terms/${termId}/channels`, { address: 'https://93.184.216.34/' }),
    refusal: /A topic can go to 5 places/,
  },
  'journals of a topic': {
    most: 100,
    fill: ({ termId }, n) => [
      sql`insert into journals (issn, issns, title, try_at)
        select one, array[one], 'Annals', now() from (
          select 'j' || n as one from ${n} union select unnest(array[${sql.join(twoJournals, sql`, `)}])) as all_of_them
        on conflict do nothing`,
      sql`insert into journal_topics (search_term_id, issn) select ${termId}, 'j' || n from ${n}`,
    ],
    ask: ({ reader, termId }, nth) =>
      reader.post('/api/journals', { issns: [twoJournals[nth]], topicId: termId }),
    refusal: /A topic can have 100 journals/,
  },
  'references of imports': {
    most: 20_000,
    fill: ({ reader }, n) => [
      sql`with made as (insert into shelf_imports (user_id, format, created_at, finished_at)
          values (${reader.id}, 'list', now(), now()) returning id)
        insert into shelf_import_items (import_id, place, label, reference, outcome)
        select made.id, n, '', '{}', 'not-found' from made, ${n}`,
    ],
    ask: ({ reader }) => reader.post('/api/imports', { text: '10.5555/moss' }),
    refusal: /more than 20,000 references/,
  },
  'papers on the shelf': {
    most: 50_000,
    fill: ({ reader }, n) => [
      sql`with made as (
          insert into papers (source, source_id, title, url, available_on, first_seen_at, changed_at)
          select 'arxiv', 'room ' || n, 'Moss', 'https://example.org', '2026-03-01', now(), now() from ${n}
          returning id)
        insert into reader_papers (user_id, paper_id, state, shown, document, changed_at)
        select ${reader.id}, id, 'kept', '{}', '', now() from made`,
    ],
    ask: ({ reader }) => reader.post('/api/imports', { text: '10.5555/moss' }),
    refusal: /at most 50,000 papers/,
  },
};

describe('room of a reader', () => {
  it.each(Object.entries(rooms))(
    'has an end, also for two calls at once: %s',
    async (_, { most, ...room }) => {
      const given = await withDigest(door);
      const fill = async (from: number, to: number) => {
        for (const rows of room.fill(given, sql`generate_series(${from}::int, ${to}::int) as n`))
          await door.app.db.execute(rows);
      };
      await fill(1, most - 1);
      await Promise.all([1, 2, 3, 4].map(() => given.reader.get('/api/auth/me'))); // open connections
      const answers = await Promise.all([room.ask(given, 0), room.ask(given, 1)]);
      const [taken, refused] = answers.sort((a, b) => a.status - b.status);
      expect([taken!.status, refused!.status]).toEqual([200, 409]);
      // What an import has found lies on the shelf once it is done.
      await door.app.db.execute(sql`update shelf_imports set finished_at = now()`);
      await fill(most, most);
      const last = await room.ask(given, answers.indexOf(refused!));
      expect([last.status, last.body.message]).toEqual([409, expect.stringMatching(room.refusal)]);
    },
  );

  it('has an end for the bytes of all notes, and lets them be shortened', async () => {
    const given = await withDigest(door);
    const [long, other] = given.ids as [number, number];
    for (const id of [long, other])
      await given.reader.put(`/api/papers/${id}/state`, { termId: given.termId, state: 'kept' });
    const note = (id: number, text: string) => given.reader.put(`/api/shelf/${id}`, { note: text });
    await door.app.db
      .update(readerPapers)
      .set({ note: sql`repeat('é', 9999999)` })
      .where(sql`paper_id = ${long}`);
    expect((await note(other, 'ab')).status).toBe(200);
    const refused = { status: 409, body: { message: expect.stringContaining('20 MB in all') } };
    expect(await note(other, 'abc')).toMatchObject(refused);
    const ris = 'TY  - JOUR\nTI  - Moss\nDO  - 10.5555/moss\nN1  - My own words\nER  - \n';
    expect(await given.reader.post('/api/imports', { text: ris })).toMatchObject(refused);
    expect((await note(other, '')).status).toBe(200);
    expect((await note(long, 'short')).status).toBe(200);
    expect((await note(other, 'abc')).status).toBe(200);
  });
});
