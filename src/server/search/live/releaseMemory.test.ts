import { getHeapStatistics } from 'node:v8';
import { expect, it } from 'vitest';
import { releaseMemory } from './releaseMemory.ts';

it('gives back what is no longer held, and leaves no function behind', () => {
  let held: number[][] | null = Array.from({ length: 200 }, (_, at) =>
    new Array<number>(50_000).fill(at + 0.5),
  );
  const { total_heap_size: before } = getHeapStatistics();
  expect(held).toHaveLength(200);
  held = null;
  releaseMemory();
  releaseMemory();
  expect(getHeapStatistics().total_heap_size).toBeLessThan(before - 50_000_000);
  expect('gc' in globalThis).toBe(false);
});
