/** The UTF-16 units of a text, and zeros behind it. */
export type Units = Uint16Array;

/** Room for one text, while nobody reads one. */
let free: Units | null = new Uint16Array(0x4000);

/**
 * The units of a text, to be read faster than from the string, which is asked for its encoding at every character. For
 * `release` when they have been read.
 */
export function takeUnits(text: string): Units {
  const { length } = text;
  const units = free && free.length > length ? free : new Uint16Array(length + 0x1000);
  free = null;
  for (let at = 0; at < length; at++) units[at] = text.charCodeAt(at);
  units[length] = 0;
  return units;
}

/** Lets the room be used for the next text. */
export function release(units: Units): void {
  free = units;
}
