import type { Answered } from './engine.ts';

/**
 * Asks questions for so many seconds, `concurrency` at a time, after a warm-up half as long that does not count: neither by the
 * clock nor in the processor time of this process. After one second V8 has not yet optimized all that is used often.
 */
export async function askFor<Question>(
  questions: readonly Question[],
  seconds: number,
  concurrency: number,
  ask: (question: Question) => unknown,
): Promise<Answered> {
  let asked = 0;
  const askDuring = (milliseconds: number) => {
    const startedAt = performance.now();
    const askRepeatedly = async () => {
      while (performance.now() - startedAt < milliseconds) await ask(questions[asked++ % questions.length]!);
    };
    return Promise.all(Array.from({ length: concurrency }, askRepeatedly));
  };
  await askDuring(seconds * 500);
  asked = 0;
  const startedAt = performance.now();
  const before = process.cpuUsage();
  await askDuring(seconds * 1000);
  const { user, system } = process.cpuUsage(before);
  return { asked, seconds: (performance.now() - startedAt) / 1000, processor: (user + system) / 1e6 };
}
