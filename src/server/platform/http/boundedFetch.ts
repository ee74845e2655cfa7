import type { Dispatcher } from 'undici';
import { lookUpWith } from './outbound.ts';

/** A reply has more bytes than the request takes. */
export class TooLarge extends Error {}

/**
 * `fetch` whose reply can be read up to so many bytes, counted after decompression as they come, so that a stream without
 * end or a small file that unpacks into a large one fills no memory: reading then rejects with `TooLarge`. A redirect is an
 * error unless the caller follows it, since it could lead into a private network, with a key. A name is resolved as those of
 * webhooks are: the system would hold a thread that every look-up of the process needs.
 */
export const boundedFetch =
  (mostBytes: number, nameServers?: string[]): typeof fetch =>
  async (input, init) => {
    agent ??= openAgent();
    const dispatcher = await (nameServers ? openAgent(nameServers) : agent);
    const response = await fetch(input, { redirect: 'error', dispatcher, ...init } as RequestInit);
    let bytes = 0;
    const counting = new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        bytes += chunk.byteLength;
        if (bytes > mostBytes) throw new TooLarge(`more than ${mostBytes} bytes`);
        controller.enqueue(chunk);
      },
    });
    return response.body ? new Response(response.body.pipeThrough(counting), response) : response;
  };

let agent: Promise<Dispatcher> | null = null;

const openAgent = async (nameServers?: string[]): Promise<Dispatcher> => {
  const { Agent } = await import('undici');
  return new Agent({ connect: { lookup: lookUpWith({ allowPrivate: true, nameServers }) } });
};
