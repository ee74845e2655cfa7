/** Questions answered per second, `concurrency` at a time, after a warm-up. */
export async function perSecond<Question>(
  questions: readonly Question[],
  seconds: number,
  concurrency: number,
  ask: (question: Question) => unknown,
): Promise<number> {
  let asked = 0;
  const askDuring = (milliseconds: number) => {
    const startedAt = performance.now();
    const askRepeatedly = async () => {
      while (performance.now() - startedAt < milliseconds) await ask(questions[asked++ % questions.length]!);
    };
    return Promise.all(Array.from({ length: concurrency }, askRepeatedly));
  };
  await askDuring(Math.min(1000, seconds * 500));
  asked = 0;
  const startedAt = performance.now();
  await askDuring(seconds * 1000);
  return asked / ((performance.now() - startedAt) / 1000);
}
