import { pino } from 'pino';
import { minuteMs } from '#shared/values/time.ts';

export type Log = ReturnType<typeof openLog>;

/**
 * Structured lines on standard error. Standard output is for the results of commands that people start.
 * @param repeats whether an error is one that every call and job meets at once: of its lines one a minute is written
 */
export const openLog = (level: string, repeats: (error: unknown) => boolean = () => false) => {
  const isLeftOut = onceAMinute(repeats);
  return pino(
    {
      level,
      base: null,
      redact: ['*.password', '*.token', '*.cookie', '*.authorization'],
      serializers: { err: errorFields },
      hooks: {
        logMethod(line, write) {
          if (!isLeftOut(line[0])) write.apply(this, line);
        },
      },
    },
    pino.destination({ dest: 2, sync: true }),
  );
};

function onceAMinute(repeats: (error: unknown) => boolean): (fields: unknown) => boolean {
  let last = Number.NEGATIVE_INFINITY;
  return (fields) => {
    const error = (fields as { err?: unknown } | undefined)?.err;
    if (!error || !repeats(error)) return false;
    const now = performance.now();
    if (now - last < minuteMs) return true;
    last = now;
    return false;
  };
}

export interface ErrorFields {
  message: string;
  code?: string;
  /** The first words of the failed statement, never its values. */
  query?: string;
  /** The queue whose worker reports the error. */
  queue?: string;
  stack?: string;
}

/** The fields of an error that may be logged: never a client, a socket or a statement's values, which drivers attach. */
export function errorFields(error: unknown): ErrorFields {
  if (typeof error !== 'object' || error === null) return { message: String(error) };
  const { message, code, queue, query, stack, cause } = error as Record<string, unknown>;
  // The database layer's own message repeats statement and values. The server's message is in the cause.
  const failed = typeof query === 'string' && typeof cause === 'object' && cause ? errorFields(cause) : null;
  return {
    message: failed?.message ?? oneLine(message ?? error.constructor?.name),
    ...text('code', failed?.code ?? code),
    ...(typeof query === 'string' ? { query: oneLine(query).slice(0, 80) } : {}),
    ...text('queue', queue),
    ...text('stack', error instanceof Error && !failed ? withoutAddresses(String(stack)) : undefined),
  };
}

const text = (name: keyof ErrorFields, value: unknown) =>
  typeof value === 'string' && value ? { [name]: value } : {};

const oneLine = (value: unknown): string => withoutAddresses(String(value)).replace(/\s+/g, ' ').trim();

/** The text with every mail address replaced, because servers repeat them in their replies. Linear time. */
export const withoutAddresses = (text: string): string =>
  text.replace(/[^\s<>@"'(),:;]{1,64}@[^\s<>@"'(),:;]{1,255}/g, '<address>');
