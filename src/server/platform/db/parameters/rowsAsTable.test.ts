import { type SQL, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { opened } from '#test/opened.ts';
import { openDatabase } from '../open.ts';
import { rowsAsTable, textArray } from './rowsAsTable.ts';

const database = await opened(openDatabase({ url: null, folder: null }));

const read = async (statement: SQL) => (await database.db.execute(statement)).rows;
const storable = (text: string) => text.toWellFormed().replaceAll('\0', '');

describe('rowsAsTable', () => {
  it('gives each column its type, and null for what is missing', async () => {
    const plain = { text: 'text', texts: 'text[]', id: 'bigint', share: 'double precision' } as const;
    const others = { known: 'boolean', day: 'date', moment: 'timestamptz', detail: 'jsonb' } as const;
    const columns = { ...plain, ...others };
    const row = {
      ...{ text: '', texts: ['NULL', '', 'a "b\\', '{,}'], id: 7, share: 1e-7, known: false },
      ...{ day: '2026-01-31', moment: new Date('2026-01-31T10:00:00Z'), detail: { names: ['é'] } },
    };
    const rows = [row, { texts: [], detail: '"JSON already"' }];
    expect(await read(sql`select * from ${rowsAsTable(columns, rows)} as r`)).toEqual([
      { ...row, moment: '2026-01-31 10:00:00+00' },
      {
        ...{ text: null, texts: [], id: null, share: null, known: null, day: null, moment: null },
        detail: 'JSON already',
      },
    ]);
  });

  it('is an empty table without rows', async () => {
    expect(await read(sql`select * from ${rowsAsTable({ id: 'bigint', text: 'text' }, [])} as r`)).toEqual(
      [],
    );
    expect(await read(sql`select 1 where array['a'] && ${textArray([])}`)).toEqual([]);
  });

  const anyText = fc.string({ unit: 'binary', maxLength: 700 });
  it('keeps any text, without what PostgreSQL does not store', async () => {
    const columns = { text: 'text', texts: 'text[]', detail: 'jsonb' } as const;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.record({ text: anyText, texts: fc.array(anyText), detail: fc.record({ a: anyText }) })),
        async (rows) => {
          expect(await read(sql`select * from ${rowsAsTable(columns, rows)} as r`)).toEqual(
            rows.map(({ text, texts, detail }) => ({
              text: storable(text),
              texts: texts.map(storable),
              detail: { a: storable(detail.a) },
            })),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});

test.each([10, 499, 500, 501, 100_000])(
  'parameters of the embedded database are the same in either form: %i characters',
  async (length) => {
    const text = 'é'.repeat(length);
    const json = JSON.stringify({ text });
    const bytes = new Uint8Array(length).map((_, at) => at);
    const [row] = await read(sql`select ${text}::text as text, ${json}::json as json, ${json}::jsonb as jsonb,
    ${bytes}::bytea as bytes, length(${text}::text) as length`);
    expect(row).toEqual({ text, json: { text }, jsonb: { text }, bytes, length });
  },
);
