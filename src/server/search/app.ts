import type { Platform } from '#platform/platform.ts';
import type { LiveIndex } from './live/liveIndex.ts';

/** What code that searches works with. */
export type SearchApp = Platform & { index: LiveIndex };
