import { expect, it } from 'vitest';
import { together } from './batch.ts';

it('asks at once for a lone caller, and together for those who come meanwhile', async () => {
  const calls: number[][] = [];
  const double = together(async (_: object, all: number[]) => {
    calls.push(all);
    await new Promise((resolve) => setImmediate(resolve));
    return all.map((one) => one * 2);
  });
  const app = {};
  expect(await double(app, 1)).toBe(2);
  expect(await Promise.all([2, 3, 4].map((one) => double(app, one)))).toEqual([4, 6, 8]);
  expect(calls).toEqual([[1], [2, 3, 4]]);
});

it('asks no more than so many at a time', async () => {
  const sizes: number[] = [];
  const same = together(
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

it('lets one that fails fail alone', async () => {
  const even = together(async (_: object, all: number[]) => {
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

it('keeps those apart who work with another handle', async () => {
  const apps: object[] = [];
  const same = together(async (app: object, all: number[]) => {
    apps.push(app);
    return all;
  });
  const [one, other] = [{}, {}];
  await Promise.all([same(one, 1), same(other, 2)]);
  expect(apps).toEqual([one, other]);
});
