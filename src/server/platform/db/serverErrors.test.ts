import { explainStartError } from './serverErrors.ts';

const place = { url: 'postgres://litwatch:secret@db.example:5432/litwatch', folder: '/data/database' };
const coded = (message: string, code: string) => Object.assign(new Error(message), { code });

describe('start whose database fails', () => {
  it.each([
    [
      'a server that is busy',
      new Error('timeout exceeded when trying to connect'),
      /no connection within ten seconds/,
    ],
    ['a server that stops', coded('the database system is shutting down', '57P03'), /try again in a moment/],
    ['a damaged table', coded('invalid page in block 3', 'XX001'), /restore a backup/],
    [
      'a disk too full for a new connection',
      coded('could not write init file', 'XX000'),
      /could not write init file \(XX000\)/,
    ],
    ['an error without advice', coded('out of memory', '53200'), /out of memory \(53200\)/],
  ])('is reported in one line that shows no password: %s', (_, error, line) => {
    const { message } = explainStartError(error, place) as Error;
    expect(message).toMatch(/^DATABASE_URL \(db\.example:5432\/litwatch\): /);
    expect(message).toMatch(line);
    expect(message).not.toMatch(/secret|\n/);
  });

  it('reports errors of other parts unchanged', () => {
    const error = new Error('timeout exceeded');
    expect(explainStartError(error, place)).toBe(error);
  });
});
