import { pino } from 'pino';

export type Log = ReturnType<typeof openLog>;

/** Structured lines on standard error. Standard output is for the results of commands that people start. */
export const openLog = (level: string) =>
  pino(
    {
      level,
      base: null,
      redact: ['*.password', '*.token', '*.cookie', '*.authorization'],
      serializers: { err: errorFields },
    },
    pino.destination({ dest: 2, sync: true }),
  );

export interface ErrorFields {
  message: string;
  code?: string;
  /** The first words of the failed statement, never its values. */
  query?: string;
  /** The queue whose worker reports the error. */
  queue?: string;
  stack?: string;
}

/**
 * The fields of an error that may be logged: never a client, a socket or a statement's values, which drivers and the
 * queue attach to their errors.
 */
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
