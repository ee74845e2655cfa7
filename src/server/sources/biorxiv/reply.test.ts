import { fixture } from '#test/fixtures/sources/read.ts';
import { readableAbstract } from './abstract.ts';
import cases from './reply.test.json' with { type: 'json' };
import { readDetails } from './reply.ts';

describe('readDetails', () => {
  /** A reply's only record. */
  const recordOf = (row: object) => {
    const reply = { messages: [{ status: 'ok', total: 1 }], collection: [{ title: 'T', ...row }] };
    return readDetails(JSON.stringify(reply), 'biorxiv').records[0]!;
  };
  const page = readDetails(fixture('biorxiv/details.json'), 'biorxiv');

  it('reads a row', () => expect(page.records[0]).toEqual(cases.row));

  it('counts rows and reads the total in any type, and keeps versions separate', () => {
    expect(page).toMatchObject({ rows: 5, total: 5, malformed: 1 });
    expect(page.records.map(({ version }) => version)).toEqual([1, 2, 14, 3]);
  });

  it('links a preprint to its article', () => {
    expect(page.records[1]?.identifiers).toContainEqual({ kind: 'doi', value: '10.5555/invented.2026.3' });
    expect(page.records[1]?.abstract).toBe('BACKGROUND: The matter.\nCONCLUSION: Done.');
  });

  it('dates a later version by the first posting, from the DOI', () => {
    const dayOf = (doi: string, version: string, date: string) =>
      recordOf({ doi, date, version }).availableOn;
    expect(dayOf('10.1101/2024.03.05.900001', '1', '2024-03-08')).toBe('2024-03-08');
    expect(dayOf('10.1101/2024.03.05.900001', '4', '2026-10-01')).toBe('2024-03-05');
    expect(dayOf('10.64898/2026.01.05.697258', '2', '2026-03-01')).toBe('2026-01-05');
    expect(dayOf('10.1101/565721', '2', '2026-03-01')).toBe('2019-12-11');
    expect(dayOf('10.1101/565721', '2', '2019-05-01')).toBe('2019-05-01');
    expect(dayOf('10.5555/other', '2', '2026-03-01')).toBe('2026-03-01');
  });

  it('recognizes a withdrawal statement instead of an abstract', () => {
    const stateOf = (abstract: string) =>
      recordOf({ doi: '10.1101/1', date: '2026-01-01', version: '2', abstract }).state;
    expect(stateOf('The authors have withdrawn this manuscript because of an error.')).toBe('withdrawn');
    expect(stateOf('Disclaimer text: The authors have withdrawn their manuscript.')).toBe('withdrawn');
    expect(stateOf('Withdrawal StatementThis manuscript has been withdrawn.')).toBe('withdrawn');
    expect(stateOf('This preprint has been withdrawn by bioRxiv.')).toBe('withdrawn');
    expect(stateOf('Patients were withdrawn from opioids over four weeks.')).toBe('current');
  });

  it('recognizes withdrawals and retractions in any case, and reads NA as nothing', () => {
    expect(page.records[2]!.state).toBe('withdrawn');
    expect(page.records[2]!.url).toMatch(/10\.1101\/263681v14$/);
    const nothing = { authors: [], abstract: null, categories: [] };
    expect(page.records[3]).toMatchObject({ state: 'retracted', ...nothing });
  });

  it.each(cases.rows as [object, object][])('reads of a row with %j %j', (change, expected) =>
    expect(recordOf({ doi: '10.1101/1', date: '2026-01-05', version: '1', ...change })).toMatchObject(
      expected!,
    ),
  );

  it.each(cases.replies as [string, string | null][])('reads the reply %s as %s', (body, kind) => {
    const read = () => readDetails(body, 'medrxiv');
    if (kind) expect(read).toThrow(expect.objectContaining({ source: 'medrxiv', kind }));
    else expect(read()).toEqual({ records: [], malformed: 0, rows: 0, total: 0 });
  });
});

it.each(cases.noisy)('reads a reply with %s', (_, reply) =>
  expect(readDetails(reply!, 'biorxiv').records).toMatchObject([{ title: 'Moss', abstract: 'Moss grows.' }]),
);

test.each(cases.abstracts)('readableAbstract reads %s as an abstract', (text, expected) =>
  expect(readableAbstract(text)).toBe(expected),
);
