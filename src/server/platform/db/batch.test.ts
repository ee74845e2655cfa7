import { type SQL, sql } from 'drizzle-orm';
import { batched, executeInTurn, meanwhile } from './batch.ts';
import type { Db } from './types.ts';

describe('batched function', () => {
  it('runs a lone call immediately, and batches calls made meanwhile', async () => {
    const calls: number[][] = [];
    const double = batched(async (_: object, all: number[]) => {
      calls.push(all);
      await new Promise((resolve) => setImmediate(resolve));
      return all.map((one) => one * 2);
    });
    const app = {};
    expect(await double(app, 1)).toBe(2);
    expect(await Promise.all([2, 3, 4].map((one) => double(app, one)))).toEqual([4, 6, 8]);
    expect(calls).toEqual([[1], [2, 3, 4]]);
  });

  it('limits the size of a batch', async () => {
    const sizes: number[] = [];
    const same = batched(
      async (_: object, all: number[]) => {
        sizes.push(all.length);
        return all;
      },
      { atMost: 2 },
    );
    const app = {};
    expect(await Promise.all([1, 2, 3, 4, 5].map((one) => same(app, one)))).toEqual([1, 2, 3, 4, 5]);
    expect(sizes).toEqual([2, 2, 1]);
  });

  it('rejects only the calls that fail', async () => {
    const even = batched(async (_: object, all: number[]) => {
      const odd = all.find((one) => one % 2);
      if (odd) throw new Error(`${odd} is odd`);
      return all;
    });
    const app = {};
    const answers = await Promise.allSettled([2, 3, 4].map((one) => even(app, one)));
    expect(answers).toEqual([
      { status: 'fulfilled', value: 2 },
      { status: 'rejected', reason: new Error('3 is odd') },
      { status: 'fulfilled', value: 4 },
    ]);
  });

  it('keeps the calls of different handles apart', async () => {
    const apps: object[] = [];
    const same = batched(async (app: object, all: number[]) => {
      apps.push(app);
      return all;
    });
    const [one, other] = [{}, {}];
    await Promise.all([same(one, 1), same(other, 2)]);
    expect(apps).toEqual([one, other]);
  });
});

test('meanwhile calculates once the statement beside it is sent', async () => {
  const said: string[] = [];
  const statement = async () => {
    await Promise.resolve();
    said.push('sent');
  };
  const calculate = () => {
    said.push('calculated');
    return 7;
  };
  expect(await Promise.all([statement(), meanwhile(calculate)])).toEqual([undefined, 7]);
  expect(said).toEqual(['sent', 'calculated']);
});

describe('executeInTurn', () => {
  const recording = (said: string[], fails: string | null = null) => {
    const name = (statement: SQL) => String((statement.queryChunks[0] as { value: string[] }).value[0]);
    const execute = async (statement: SQL) => {
      said.push(`${name(statement)} sent`);
      await new Promise((answered) => setTimeout(answered, 5));
      if (name(statement) === fails) throw new Error(fails);
      said.push(`${name(statement)} answered`);
    };
    const build = (name: string) => () => {
      said.push(`${name} built`);
      return sql.raw(name);
    };
    return { db: { execute } as unknown as Db, build };
  };

  it('builds a statement while the server answers the one before', async () => {
    const said: string[] = [];
    const { db, build } = recording(said);
    await executeInTurn(db, [build('A'), () => null, build('B'), build('C')]);
    expect(said).toEqual([
      ...['A built', 'A sent', 'A answered', 'B built'],
      ...['B sent', 'C built', 'B answered', 'C sent', 'C answered'],
    ]);
  });

  it('sends none after one that fails', async () => {
    const said: string[] = [];
    const { db, build } = recording(said, 'A');
    await expect(executeInTurn(db, [build('A'), build('B')])).rejects.toThrow('A');
    expect(said).toEqual(['A built', 'A sent', 'B built']);
  });

  it('does nothing without statements', () => executeInTurn(recording([]).db, []));
});
