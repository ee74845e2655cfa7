import { pino } from 'pino';

export type Log = ReturnType<typeof openLog>;

/** Structured lines on standard error; standard output is for what a person started the command to read. */
export const openLog = (level: string) =>
  pino(
    { level, base: null, redact: ['*.password', '*.token', '*.cookie', '*.authorization'] },
    pino.destination({ dest: 2, sync: true }),
  );
