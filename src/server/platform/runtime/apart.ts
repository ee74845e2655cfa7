import { type ChildProcess, fork } from 'node:child_process';
import PQueue from 'p-queue';
import { minuteMs } from '#shared/values/time.ts';
import type { Call, Done } from './apartProcess.ts';

export interface ApartLimits {
  /** Milliseconds that one call may take. */
  ms: number;
  /** Memory for the text and all that is made of it. */
  megabytes: number;
  /** Its place among calls that wait: the highest first, 0 unless given. */
  priority?: number;
}

/** The call took too much time or memory. Its process has ended, and the next call gets a new one. */
export class GivenUp extends Error {}

/** What the function threw, under the same name and with the same fields. The class is lost on the way. */
export class ThrownApart extends Error {
  readonly fields: object;

  constructor({ name, message, fields }: { name: string; message: string; fields: object }) {
    super(message);
    this.name = name;
    this.fields = fields;
  }
}

/** An idle process ends after this time, because it uses about 60 MB. */
const idleMs = minuteMs;

type Apart = { child: ChildProcess; megabytes: number; idle: NodeJS.Timeout | null };

/**
 * A process of our own that parses text from outside, so that this one keeps serving people whatever somebody sends. A thread
 * would not do: one large allocation beyond a thread's limit ends the whole process. It makes one call at a time, so that
 * each has the time and memory for itself.
 * @returns calls an exported function, with arguments and a result that can be copied between processes. `module` is the
 * file that exports it under its own name, and what that imports has no syntax that Node cannot strip.
 * @throws GivenUp, ThrownApart
 */
export function openApart(usual: ApartLimits) {
  let open: Apart | null = null;
  const queue = new PQueue({ concurrency: 1 });

  async function call(request: Call, { ms, megabytes }: ApartLimits): Promise<unknown> {
    if (open && open.megabytes !== megabytes) end(open);
    open ??= start(megabytes);
    const current = open;
    if (current.idle) clearTimeout(current.idle);
    const { child } = current;
    // It keeps this process running only during a call.
    child.ref();
    child.channel?.ref();
    const done = await doneWithin(child, request, ms);
    child.unref();
    child.channel?.unref();
    if ('givenUp' in done) {
      end(current);
      throw new GivenUp(done.givenUp);
    }
    current.idle = setTimeout(() => end(current), idleMs).unref();
    if ('threw' in done) throw new ThrownApart(done.threw);
    return done.returned;
  }

  function end(ended: Apart): void {
    if (open === ended) open = null;
    ended.child.on('error', () => undefined).kill('SIGKILL');
  }

  return <T, Given extends unknown[]>(
    { module, run, limits }: { module: URL; run: (...given: Given) => T; limits?: Partial<ApartLimits> },
    ...given: Given
  ): Promise<Awaited<T>> =>
    queue.add(() => call({ module: module.href, run: run.name, given }, { ...usual, ...limits }), {
      priority: limits?.priority ?? 0,
    }) as Promise<Awaited<T>>;
}

/** New objects are looked through after two megabytes instead of sixteen, so that what is not kept takes no memory. */
const small = ['--max-semi-space-size=2'];

/** Without the settings, so without the secrets; it may read files, and neither write them nor start anything. */
const start = (megabytes: number): Apart => ({
  child: fork(new URL('./apartProcess.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${megabytes}`, ...small, '--permission', '--allow-fs-read=*'],
    ...{ env: {}, serialization: 'advanced', stdio: ['ignore', 'ignore', 'ignore', 'ipc'] },
  }),
  megabytes,
  idle: null,
});

function doneWithin(child: ChildProcess, call: Call, ms: number): Promise<Done | { givenUp: string }> {
  return new Promise((resolve) => {
    const end = (done: Done | { givenUp: string }) => {
      clearTimeout(late);
      child.off('message', end).off('error', fail).off('exit', exit);
      resolve(done);
    };
    const fail = (error: Error) => end({ givenUp: error.message });
    const exit = () => end({ givenUp: 'the process that read it ended' });
    const late = setTimeout(() => end({ givenUp: `not done within ${ms} ms` }), ms);
    child.on('message', end).on('error', fail).on('exit', exit);
    child.send(call, (error) => error && fail(error));
  });
}
