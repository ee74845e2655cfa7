import type { WindowIndex } from './ranked.ts';

/** Holds the newest index of the library's window, and refreshes it when the library has changed. */
export interface Window {
  /** An index that contains every paper stored before the call; builds what is missing. */
  current(): Promise<WindowIndex>;
}
