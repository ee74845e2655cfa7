import { createHash } from 'node:crypto';
import { heartPaper } from '#test/weeks.ts';
import { eventually, newReader, opened, password, startWorld } from '#test/world.ts';
import { copyOfAll } from './everyTable.ts';

// What could somebody do with a copy of every table, including the queue's, taken while the product works? And what is
// left of a deleted reader?

const paper = heartPaper('pubmed', 601);
const world = await opened(startWorld({ before: (sources) => sources.add([paper]) }));

const email = 'zenobia.quill@example.org';
const topic = 'heart failure in zanzibar leopards';

/** Secrets in mails and responses: 43 characters of base64url, or a whole address. */
const secretsIn = (text: string): string[] => text.match(/(?<![\w-])[\w-]{43,}(?![\w-])/g) ?? [];

/** Where a word occurs, with some context, because the whole copy would be unreadable in a message. */
const around = (text: string, word: string): string[] =>
  text
    .split('\n')
    .map((line) => [line, line.toLowerCase().indexOf(word)] as const)
    .filter(([, at]) => at >= 0)
    .map(([line, at]) => line.slice(Math.max(0, at - 60), at + 60));

test('a copy of every table holds no live link in the middle of the work, and no trace of a reader who has left', async () => {
  const copies: string[] = [];
  const copy = async () => copies.push(await copyOfAll(world.app.db));
  const reader = await newReader(world, email);
  await copy();
  const given: unknown[] = [[...reader.cookies.values()]];
  for (const [path, body] of [
    ['/api/tokens', { name: 'Quill’s notebook' }],
    ['/api/feed', {}],
    ['/api/shares', { tag: 'leopards' }],
    ['/api/immediate-search', { searchTerm: topic }],
    ['/api/imports', { text: `${paper.id}\nLeopards of Zanzibar`, tag: 'leopards' }],
    ['/api/forgot-password', { email }],
  ] as const) {
    const answer = await reader.post(path, body);
    expect(answer.status, `${path} ${JSON.stringify(answer.body)}`).toBe(200);
    given.push(answer.body);
    await copy();
  }
  const mailed = await world.smtp.waitFor(
    ({ to, text }) => to.includes(email) && text.includes('reset-password?token='),
  );
  await world.smtp.waitFor(({ to, subject }) => to.includes(email) && /leopards/i.test(subject));
  await copy();
  const secrets = [...secretsIn(JSON.stringify(given)), ...secretsIn(mailed.text)];
  expect(secrets.length).toBeGreaterThan(4);
  for (const taken of copies) {
    for (const secret of secrets) expect(taken.includes(secret), secret).toBe(false);
    expect(taken.match(/.{0,60}[?&]token=[\w-]{20}/g) ?? []).toEqual([]);
  }
  expect(copies.at(-1)!.includes(topic)).toBe(true);
  const queue = await copyOfAll(world.app.db, 'pgboss');
  for (const own of [email, topic, 'leopards']) expect(around(queue, own)).toEqual([]);

  // The server may have closed a connection that was idle for long.
  await reader.get('/api/site').catch(() => null);
  const left = await reader.post('/api/account/delete', { password });
  expect(left.status, JSON.stringify(left.body)).toBe(200);
  await world.smtp.waitFor(({ to, subject }) => to.includes(email) && /deleted/i.test(subject));
  const after = (await eventually(async () => {
    const text = (await copyOfAll(world.app.db)).toLowerCase();
    return !text.includes('leopards') && text;
  }, 'the last rows of the reader to go')) as string;
  const hash = createHash('sha256').update(email).digest('base64url').slice(0, 22).toLowerCase();
  for (const trace of [email, 'quill', 'zanzibar', hash]) expect(around(after, trace)).toEqual([]);
  // Sign-in counters by network and address stay for a day, but match no address that somebody might try.
  expect(after).toContain('signup:account:');
}, 120_000);
