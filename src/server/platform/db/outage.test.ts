import { DrizzleQueryError } from 'drizzle-orm/errors';
import { pino } from 'pino';
import { ZoteroRefusal } from '#features/zotero/server/client.ts';
import { AppError } from '#shared/contract/errors.ts';
import { SourceFailure } from '#sources/record/source.ts';
import { type Log, openLog } from '../runtime/log.ts';
import { isOutage, openOutage } from './outage.ts';
import type { Db } from './types.ts';

const coded = (code: string, message = 'x') => Object.assign(new Error(message), { code });
const ofStatement = (cause: Error) => new DrizzleQueryError('select 1', [], cause);

/** That of a database that refuses statements with this code while it is away. */
function outageOf(isAway: () => boolean, code = '57P03', log = openLog('silent')) {
  const execute = async () => {
    if (isAway()) throw ofStatement(coded(code));
    return { rows: [] };
  };
  return openOutage({ db: { execute } as unknown as Db, log });
}

/** The embedded engine's error, whose class has another name in each of its builds. */
class Embedded extends Error {
  severity = 'ERROR';
  code = '53100';
}

describe('outage of the database', () => {
  it.each([
    ['nothing listens', coded('ECONNREFUSED')],
    ['the connection is cut', new Error('Connection terminated unexpectedly')],
    ['no connection in time', new Error('timeout exceeded when trying to connect')],
    ['the pooler has no server', coded('08P01', 'query_wait_timeout')],
    ['the server stops', coded('57P01')],
    ['the server starts', coded('57P03')],
    ['the server is a standby', coded('25006')],
    ['the disk is full', coded('53100')],
    ['the embedded disk is full', new Embedded('could not extend file')],
  ])('is recognized, bare and inside a statement: %s', (_, error) => {
    expect(isOutage(error)).toBe(true);
    expect(isOutage(ofStatement(error))).toBe(true);
  });

  it('is recognized in what the queue reports', () =>
    expect(isOutage({ message: 'cannot execute UPDATE', code: '25006', queue: 'tick' })).toBe(true));

  it.each([
    ['a broken rule of a table', ofStatement(coded('23505'))],
    ['a wrong statement', ofStatement(coded('42601'))],
    ['another service', Object.assign(new TypeError('fetch failed'), { cause: coded('ECONNREFUSED') })],
    ['a source', new SourceFailure('crossref', 'short', 'It broke off.', { cause: coded('ECONNRESET') })],
    ['a service', Object.assign(new ZoteroRefusal('Not reached.', null, 0), { cause: coded('EPIPE') })],
    ['a refusal', new AppError('unavailable', 'Payments are not set up on this server.')],
    ['no error', undefined],
  ])('is not: %s', (_, error) => expect(isOutage(error)).toBe(false));

  it('is waited out by a read, and known to be over by the next call', async () => {
    let away = 3;
    const outage = outageOf(() => away-- > 0);
    let reads = 0;
    const read = async () => {
      reads++;
      if (away > 0) throw ofStatement(coded('57P01'));
      return 'read';
    };
    expect(await outage.patiently(read)).toBe('read');
    expect(reads).toBe(2);
    await outage.isOver();
  });

  it('ends a write with a sentence that says whether it may have been done', async () => {
    const outage = outageOf(() => true);
    const lost = outage.explained(ofStatement(coded('57P01')), true);
    expect(lost).toMatchObject({ status: 503, details: { retryAfter: 3, outage: true } });
    expect((lost as Error).message).toContain('may have been done');
    await expect(outage.isOver()).rejects.toMatchObject({ message: expect.stringMatching(/^We are back/) });
  });

  it.each([
    ['the server is a standby', '25006'],
    ['the disk is full', '53100'],
  ])('refuses writes alone, and never says that one may have been done, while %s', async (_, code) => {
    const outage = outageOf(() => true, code);
    const refused = outage.explained(ofStatement(coded(code)), true);
    expect(refused).toMatchObject({ status: 503, details: { outage: true, retryAfter: 3 } });
    expect(refused).not.toHaveProperty('details.mayBeDone');
    expect(await outage.patiently(async () => 'read')).toBe('read');
    await expect(outage.isOver()).rejects.toMatchObject({ details: { outage: true } });
  });

  it('stands in the log once when it begins and once when it ends, however many calls it met', async () => {
    let isAway = true;
    const lines: string[] = [];
    const note = (_: object, line: string) => lines.push(line);
    const outage = outageOf(() => isAway, '57P03', { error: note, warn: note } as unknown as Log);
    for (let call = 0; call < 1000; call++) outage.explained(ofStatement(coded('57P01')), false);
    isAway = false;
    await outage.isOver();
    expect(lines).toEqual(['the database is away: calls are answered with 503', 'the database is back']);
  });

  it('takes one line a minute of the log, and other errors take theirs', () => {
    const written: string[] = [];
    const log = openLog('error', isOutage);
    const stream = (log as unknown as Record<symbol, { write: (line: string) => void }>)[
      pino.symbols.streamSym
    ]!;
    stream.write = (line) => void written.push(JSON.parse(line).msg);
    for (let job = 0; job < 1000; job++) log.error({ err: coded('57P01') }, 'job failed');
    log.error({ err: new Error('a bug') }, 'a request failed');
    expect(written).toEqual(['job failed', 'a request failed']);
  });

  it('leaves other errors as they are', () => {
    const outage = outageOf(() => false);
    const error = new Error('a bug');
    expect(outage.explained(error, true)).toBe(error);
  });
});
