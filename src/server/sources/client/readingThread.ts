// The thread that reads replies of sources: see readApart.ts.
import { parentPort } from 'node:worker_threads';
import { type FailureKind, SourceFailure } from '../record/source.ts';

/** A request to the thread: call an exported function of a module of this room with a reply. */
export interface Reading {
  module: string;
  read: string;
  body: string;
  rest: string[];
}

export type ReadingDone =
  | { read: unknown }
  | { failed: { kind: FailureKind; sentence: string; detail: string } }
  | { bug: unknown };

const port = parentPort!;

port.on('message', (reading: Reading) => {
  done(reading).then((answer) => port.postMessage(answer));
});

async function done({ module, read, body, rest }: Reading): Promise<ReadingDone> {
  try {
    const { [read]: reader } = (await import(module)) as Record<string, (...texts: string[]) => unknown>;
    return { read: reader!(body, ...rest) };
  } catch (error) {
    if (!(error instanceof SourceFailure)) return { bug: error };
    const { kind, message, detail } = error;
    return { failed: { kind, sentence: message, detail } };
  }
}
