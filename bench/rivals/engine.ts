import { type ChildProcess, fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { IndexPaper } from '#search/core/types.ts';

/** Questions answered per second of wall-clock time, and per second of processor time. */
export interface Rates {
  rate: number;
  /** Absent where the time belongs to another program's processes. */
  perProcessor?: number;
}

/** A search engine over the papers, in as many processes as it was opened with; each answers with its best ten. */
export interface Rival {
  name: string;
  /** Asks all questions in turn, again and again, for this long in every process, after a warm-up half as long. */
  rates(questions: readonly string[], seconds: number): Promise<Rates>;
  close(): Promise<void>;
}

/** Messages to a rival's process: first the papers, then the questions. */
export type Told =
  | { papers: { id: number; title: string; abstract: string }[] }
  | { questions: readonly string[]; seconds: number };

/** Its reply to the questions: how many were asked, and the seconds of wall-clock time and of processor time. */
export interface Answered {
  asked: number;
  seconds: number;
  processor: number;
}

/** A process that holds a whole engine, so that its processor time can be measured alone. */
interface EngineProcess {
  tell(told: Told): Promise<unknown>;
  close(): Promise<void>;
}

/** Opens an engine in `count` processes, each with all papers. */
export async function openRival(
  name: string,
  count: number,
  papers: readonly IndexPaper[],
  start: () => EngineProcess,
): Promise<Rival> {
  const told = papers.map(({ id, title, abstract }) => ({ id, title, abstract: abstract ?? '' }));
  const processes = Array.from({ length: count }, start);
  await Promise.all(processes.map((one) => one.tell({ papers: told })));
  return {
    name,
    async rates(questions, seconds) {
      const answers = await Promise.all(
        processes.map((one) => one.tell({ questions, seconds }) as Promise<Answered>),
      );
      const sum = (of: (answer: Answered) => number) => answers.reduce((all, answer) => all + of(answer), 0);
      return {
        rate: sum(({ asked, seconds }) => asked / seconds),
        perProcessor: sum(({ asked }) => asked) / sum(({ processor }) => processor),
      };
    },
    close: async () => void (await Promise.all(processes.map((one) => one.close()))),
  };
}

/** An engine for Node, named in `nodeEngine.ts`, in a Node process of its own. */
export function nodeProcess(engine: string): EngineProcess {
  const child = fork(new URL('./nodeEngine.ts', import.meta.url), [engine], {
    serialization: 'advanced',
    execArgv: [...process.execArgv],
  });
  return {
    async tell(told) {
      child.send(told);
      return await answerOf(child, once(child, 'message'));
    },
    async close() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/** Starts Xapian in Debian's Python, which `python3-xapian` requires; null if either is missing. */
export async function xapianProcess(): Promise<(() => EngineProcess) | null> {
  const python = '/usr/bin/python3';
  if (!existsSync(python)) return null;
  const [code] = await once(spawn(python, ['-c', 'import xapian'], { stdio: 'ignore' }), 'exit');
  if (code !== 0) return null;
  const script = new URL('./xapianEngine.py', import.meta.url).pathname;
  return () => {
    const child = spawn(python, [script], { stdio: ['pipe', 'pipe', 'inherit'] });
    const lines = createInterface({ input: child.stdout });
    return {
      async tell(told) {
        child.stdin.write(`${JSON.stringify(told)}\n`);
        return JSON.parse((await answerOf(child, once(lines, 'line'))) as string);
      },
      async close() {
        child.stdin.end();
        await once(child, 'exit');
      },
    };
  };
}

/** The first value of an event; throws if the process ends first. */
const answerOf = async (child: ChildProcess, answer: Promise<unknown[]>): Promise<unknown> => {
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`An engine's process ended with ${code}`);
  });
  const [value] = (await Promise.race([answer, ended])) as unknown[];
  ended.catch(() => {});
  return value;
};
