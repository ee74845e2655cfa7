/**
 * A copy of plain objects, lists and typed arrays whose numbers are in memory that threads share. Does not copy arrays
 * that are already there.
 */
export function toSharedMemory<T>(value: T): T {
  if (ArrayBuffer.isView(value)) return inSharedMemory(value) as T;
  if (Array.isArray(value)) return value.map(toSharedMemory) as T;
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, toSharedMemory(part)])) as T;
}

function inSharedMemory(view: ArrayBufferView): ArrayBufferView {
  if (view.buffer instanceof SharedArrayBuffer) return view;
  const memory = new SharedArrayBuffer(view.byteLength);
  new Uint8Array(memory).set(new Uint8Array(view.buffer, view.byteOffset, view.byteLength));
  return new (view.constructor as new (memory: SharedArrayBuffer) => ArrayBufferView)(memory);
}
