/**
 * Yields what `read` yields, and asks for the next item while the caller handles the current one. An error is thrown in
 * its turn, after the items before it. When the caller stops early, what was asked for is aborted.
 */
export async function* readAhead<T>(
  read: (signal: AbortSignal) => AsyncIterable<T>,
  signal: AbortSignal,
): AsyncGenerator<T> {
  const stop = new AbortController();
  const items = read(AbortSignal.any([signal, stop.signal]))[Symbol.asyncIterator]();
  let next = items.next();
  try {
    for (let item = await next; !item.done; item = await next) {
      next = items.next();
      // Handled in its turn; until then Node would take it for an error that nobody handles.
      next.catch(() => undefined);
      yield item.value;
    }
  } finally {
    stop.abort();
    await next.catch(() => undefined);
    await items.return?.();
  }
}
