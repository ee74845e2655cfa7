import { type ApartLimits, GivenUp, openApart, ThrownApart } from '#platform/runtime/apart.ts';
import { AppError, type ErrorCode, type ErrorDetails } from '#shared/contract/errors.ts';
import { parseReferences } from './parse.ts';

const inProcess = openApart({ ms: 10_000, megabytes: 64 });
/** Fifty times the text, which covers every parser on files that programs write, beside the process's own. */
const megabytesFor = (text: string): number => 64 + 50 * Math.ceil(text.length / 1_000_000);
/** Characters of all that is read from a text, which keeps less than it is given. */
const outputAtMost = 8_000_000;

/** Readers whose text is being read in this process. */
const reading = new Set<string>();

/**
 * Parses references in a process of their own, with limits on time, memory and output; one text of a reader at a time.
 * @throws AppError as `parseReferences`; `invalid` beyond the limits; `conflict` while another text of the reader is read
 */
export async function parseApart(
  text: string,
  userId: string,
  limits: Partial<ApartLimits> = {},
): ReturnType<typeof parseReferences> {
  if (reading.has(userId))
    throw new AppError('conflict', 'Another text of yours is being read. Please wait.');
  reading.add(userId);
  try {
    return await inProcess(
      {
        ...{ module: new URL(import.meta.url), run: parseBounded },
        limits: { megabytes: megabytesFor(text), ...limits },
      },
      text,
    );
  } catch (error) {
    if (error instanceof GivenUp) throw tooMuch();
    if (!(error instanceof ThrownApart && error.name === 'AppError')) throw error;
    const { code, details } = error.fields as { code: ErrorCode; details: ErrorDetails };
    throw new AppError(code, error.message, details);
  } finally {
    reading.delete(userId);
  }
}

/** What that process runs. */
export async function parseBounded(text: string): ReturnType<typeof parseReferences> {
  const parsed = await parseReferences(text);
  if (JSON.stringify(parsed).length > outputAtMost) throw tooMuch();
  return parsed;
}

const tooMuch = (): AppError =>
  new AppError(
    'invalid',
    'These references take too long to read, or expand to too much. Please import them in parts.',
  );
