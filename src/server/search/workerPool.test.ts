import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Worker } from 'node:worker_threads';
import { pino } from 'pino';
import { sourceNames } from '#shared/papers/sources.ts';
import { buildIndex, everywhere, indexPaper, topicOf } from '#test/inlineIndex.ts';
import { openWorkerPool, type WorkerPool } from './workerPool.ts';

const subjects = 'coral bleaching, heart failure, gene editing, soil carbon, sleep apnea, tea'.split(', ');
const verbs = ['predicts', 'slows', 'follows', 'explains', 'precedes'];

const papers = Array.from({ length: 120 }, (_, id) => {
  const [one, other] = [subjects[id % 6]!, subjects[(id * 7 + 1) % 6]!];
  return indexPaper({
    id,
    source: sourceNames[id % 4]!,
    title: `${one} ${verbs[id % 5]} ${other} ${id}`,
    abstract: `We measured ${one} in ${id} sites. ${other} ${verbs[(id + 2) % 5]} it.`,
    availableOn: `2026-03-${String((id % 28) + 1).padStart(2, '0')}`,
  });
});

type Asked = Parameters<WorkerPool['rank']>;
const question = (text: string): Asked => [
  topicOf(text),
  { ...everywhere, except: new Set([4]) },
  { limit: 10, floor: 0 },
];

/** Every thread that this process starts. */
const workers: Worker[] = [];
const collect = (worker: Worker) => void workers.push(worker);
beforeAll(() => void process.on('worker', collect));
afterAll(() => void process.off('worker', collect));

let threads: WorkerPool;
const open = () => {
  workers.length = 0;
  threads = openWorkerPool({ count: 2, log: pino({ level: 'silent' }) });
};
afterEach(() => threads.close());

const pages = [papers.slice(0, 50), papers.slice(50)];

describe('openThreads', () => {
  it('ranks in every thread as one index does, whole, changed and merged', async () => {
    open();
    expect(await threads.change(pages, [])).toEqual({ papers: 120, segments: 1 });
    const whole = await buildIndex(papers);
    const changed = await whole.changed(papers.slice(3, 9), [20, 21]);
    const everyThreadRanksAs = async ({ rank }: Pick<typeof whole, 'rank'>, text: string) => {
      const answers = Array.from({ length: 6 }, () => threads.rank(...question(text)));
      for (const answer of await Promise.all(answers)) expect(answer).toEqual(rank(...question(text)));
    };
    await everyThreadRanksAs(whole, 'coral bleaching');
    expect(await threads.change([papers.slice(3, 9)], [20, 21])).toEqual({ papers: 118, segments: 2 });
    await everyThreadRanksAs(changed, 'gene editing');
    expect(await threads.merge()).toEqual({ papers: 118, segments: 1 });
    await everyThreadRanksAs(await changed.merged(), 'soil carbon');
  });

  it('knows learned names in every thread, also in one that starts later, until others are learned', async () => {
    open();
    await threads.change(pages, []);
    const terms = [['bleichkoralle', 'coral bleaching']] as const;
    const classes = [{ name: 'Slow Agents', substances: ['soil carbon'] }];
    const four = (text: string) => [1, 2, 3, 4].map(() => threads.rank(...question(text)));
    const found = async (text: string) => (await Promise.all(four(text))).map((answer) => answer.length);
    expect(await found('Bleichkoralle')).toEqual([0, 0, 0, 0]);
    threads.learn({ terms, classes });
    expect(await found('Bleichkoralle')).toEqual([10, 10, 10, 10]);
    expect(await found('slow drugs')).toEqual([10, 10, 10, 10]);
    await Promise.all(workers.slice().map((worker) => worker.terminate()));
    expect(await found('Bleichkoralle')).toEqual([10, 10, 10, 10]);
    threads.learn({ terms: [], classes: [] });
    expect(await found('Bleichkoralle')).toEqual([0, 0, 0, 0]);
  });

  it('replaces a thread that dies, and asks again what it was asked', async () => {
    open();
    await threads.change(pages, []);
    const before = await threads.rank(...question('heart failure'));
    expect(workers).toHaveLength(2);
    const asked = Array.from({ length: 8 }, () => threads.rank(...question('heart failure')));
    await Promise.all(workers.slice().map((worker) => worker.terminate()));
    for (const answer of await Promise.all(asked)) expect(answer).toEqual(before);
    expect(workers).toHaveLength(4);
    // The one that builds has been replaced too, and goes on from what was there.
    expect(await threads.change([], [0])).toEqual({ papers: 119, segments: 1 });
  });

  it.each([
    ['stores them', 0],
    ['only tokenizes some', 1],
  ])('reads all pages again when the thread that %s dies', async (_, dying) => {
    open();
    let times = 0;
    const dyingOnce = {
      async *[Symbol.asyncIterator]() {
        times++;
        for (let from = 0; from < 120; from += 30) {
          await nextTurn();
          if (times === 1 && from === 60) await workers[dying]!.terminate();
          yield papers.slice(from, from + 30);
        }
      },
    };
    expect(await threads.change(dyingOnce, [])).toEqual({ papers: 120, segments: 1 });
    expect(times).toBe(2);
  });

  it('replaces the thread that built a large index, which answers nothing from then on, and answers all the while', async () => {
    open();
    const many = Array.from({ length: 5000 }, (_, id) => ({ ...papers[id % papers.length]!, id }));
    await threads.change([many], []);
    const [builder] = workers;
    const given = vi.spyOn(builder!, 'postMessage');
    const ended = once(builder!, 'exit');
    // As many as there are threads, so that each gets one.
    const [before] = await Promise.all([1, 2].map(() => threads.rank(...question('coral bleaching'))));
    await ended;
    expect(given.mock.calls.map(([{ kind }]) => kind)).not.toContain('ask');
    expect(workers).toHaveLength(3);
    expect(await threads.change([[papers[0]!]], [])).toMatchObject({ papers: 5000 });
    expect(await threads.rank(...question('coral bleaching'))).toHaveLength(before!.length);
  }, 60_000);

  it('keeps nothing of a change that failed, and its index where nothing changes', async () => {
    open();
    function* failing() {
      yield pages[0]!;
      throw new Error('the database is away');
    }
    await expect(threads.change(failing(), [])).rejects.toThrow('away');
    const whole = await threads.change([pages[1]!], []);
    expect(whole).toEqual({ papers: 70, segments: 1 });
    expect(await threads.change([], [])).toEqual(whole);
  });

  it('fails what nobody can answer, and goes on', async () => {
    open();
    await threads.change(pages, []);
    const [topic, candidates, options] = question('x');
    const wrong = [topic, null, options] as unknown as Asked;
    await expect(threads.rank(...wrong)).rejects.toThrow();
    const unspeakable = [topic, candidates, () => 1] as unknown as Asked;
    await expect(threads.rank(...unspeakable)).rejects.toThrow();
    expect(await threads.rank(...question('dark matter'))).toHaveLength(10);
    await threads.close();
    await expect(threads.rank(...question('dark matter'))).rejects.toThrow('closed');
  });
});
