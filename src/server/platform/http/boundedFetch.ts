/** A reply has more bytes than the request takes. */
export class TooLarge extends Error {}

/**
 * `fetch` whose reply can be read up to so many bytes, counted after decompression as they come, so that a stream without
 * end or a small file that unpacks into a large one fills no memory: reading then rejects with `TooLarge`. A redirect is an
 * error unless the caller follows it, since it could lead into a private network, with a key.
 */
export const boundedFetch =
  (mostBytes: number): typeof fetch =>
  async (input, init) => {
    const response = await fetch(input, { redirect: 'error', ...init });
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
