import { setImmediate as turn, setTimeout as wait } from 'node:timers/promises';
import { readAhead } from './harvest.ts';

describe('readAhead', () => {
  const never = new AbortController().signal;

  it('yields every item in order, the next one asked for meanwhile', async () => {
    const said: string[] = [];
    async function* read() {
      for (const item of [1, 2, 3]) {
        said.push(`asked ${item}`);
        await turn();
        yield item;
      }
    }
    for await (const item of readAhead(read, never)) {
      await wait(5);
      said.push(`handled ${item}`);
    }
    expect(said).toEqual(['asked 1', 'asked 2', 'handled 1', 'asked 3', 'handled 2', 'handled 3']);
  });

  it('throws an error after the items before it', async () => {
    async function* read() {
      yield 1;
      throw new Error('the source fails');
    }
    const handled: number[] = [];
    const reading = (async () => {
      for await (const item of readAhead(read, never)) {
        await wait(5);
        handled.push(item);
      }
    })();
    await expect(reading).rejects.toThrow('the source fails');
    expect(handled).toEqual([1]);
  });

  it('aborts what it asked for when the caller stops', async () => {
    let aborted = false;
    async function* read(signal: AbortSignal) {
      yield 1;
      try {
        await wait(60_000, null, { signal });
      } finally {
        aborted = true;
      }
      yield 2;
    }
    for await (const item of readAhead(read, never)) {
      expect(item).toBe(1);
      break;
    }
    expect(aborted).toBe(true);
  });

  it('passes the signal of the caller on', async () => {
    const stop = new AbortController();
    async function* read(signal: AbortSignal) {
      yield await wait(60_000, 1, { signal });
    }
    const reading = readAhead(read, stop.signal).next();
    stop.abort();
    await expect(reading).rejects.toThrow('aborted');
  });
});
