import type { Platform } from '#platform/platform.ts';
import type { Window } from './live/liveIndex.ts';

/** What code that searches works with. */
export type SearchApp = Platform & { window: Window };
